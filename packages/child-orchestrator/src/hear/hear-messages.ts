import type { MessageReceipt, RuntimeMessage } from "@retinue/engine-contract";
import type { AgentBackend } from "../contract/agent-backend.ts";
import type { AgentState } from "../prepare/team-state.ts";
import { appendReceipt } from "../record/receipt-log.ts";
import type { TeamRecord } from "../record/team-record.ts";
import { Mailbox } from "./mailbox.ts";
import { watchInbox } from "./watch-inbox.ts";

export interface HearingOptions {
  readonly record: TeamRecord;
  readonly backends: ReadonlyMap<string, AgentBackend>;
  readonly workspace: string;
  /** A message asks for the run's end. */
  readonly onWrapUp: (message: RuntimeMessage) => void;
}

/** The ears of a team while it runs. */
export interface Hearing {
  /** By agent id. */
  readonly mailboxes: ReadonlyMap<string, Mailbox>;
  /** Nothing is heard any more; what waits still is told of as not delivered. */
  close(): void;
}

/** Takes messages to the team out of its inbox and into the mailboxes of those who are meant, and keeps the receipts. */
export function hearMessages({ record, backends, workspace, onWrapUp }: HearingOptions): Hearing {
  const { agents, attemptDirectory, rules } = record.team;
  const isAskedAgain = rules.voting || rules.finalAnswer !== "reuse";
  const receive = (receipt: Omit<MessageReceipt, "at">, agent?: AgentState) => {
    try {
      appendReceipt(attemptDirectory, receipt);
      if (agent !== undefined) record.happened("message", agent, { ...receipt });
    } catch {
      // A receipt that cannot be written fails no run.
    }
  };
  const mailboxes = new Map(
    agents.map((agent) => {
      const mailbox = new Mailbox({
        onDelivered: ({ messageId }, how) =>
          receive(
            {
              message_id: messageId,
              agent_id: agent.id,
              state: "delivered",
              ...(how !== undefined && { how }),
            },
            agent,
          ),
        onUnsupported: ({ messageId }, reason) =>
          receive({ message_id: messageId, agent_id: agent.id, state: "unsupported", reason }, agent),
      });
      if (!isAskedAgain && backends.get(agent.id)?.hears !== true)
        mailbox.close("it takes no message while it works, and is asked only once");
      return [agent.id, mailbox] as const;
    }),
  );
  const deliver = (message_id: string, message: RuntimeMessage, isOld: boolean) => {
    const { content, source = "parent", target_agents: named, kind } = message;
    // As in MassGen, nobody named is everybody.
    const targets = named?.length ? [...new Set(named)] : [...mailboxes.keys()];
    if (kind === "wrap_up") {
      const state = isOld ? "unsupported" : "delivered";
      const reason = isOld ? { reason: "it was for an earlier run" } : {};
      for (const { id } of agents) receive({ message_id, agent_id: id, state, ...reason });
      if (isOld) return;
      onWrapUp(message);
      return;
    }
    for (const agent_id of targets) {
      const reason = "the team has no such agent";
      const mailbox = mailboxes.get(agent_id);
      if (mailbox === undefined) receive({ message_id, agent_id, state: "unsupported", reason });
      else mailbox.add({ messageId: message_id, source, content });
    }
  };
  const over = new AbortController();
  const refused = (problem: string) => {
    try {
      record.changed("problem", undefined, { problem });
    } catch {
      // See above.
    }
  };
  void watchInbox({ workspace, onMessage: deliver, onRefused: refused, signal: over.signal });
  return {
    mailboxes,
    close() {
      over.abort();
      for (const mailbox of mailboxes.values()) mailbox.close("the run ended before it could be told");
    },
  };
}
