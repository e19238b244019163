// Parts in which it matters what comes when.
import { setTimeout } from "node:timers/promises";
import { methods, type AgentContext, type StopReason } from "@agentclientprotocol/sdk";
import { beginTool, note, raw, say, tellCost } from "./speak.ts";

export interface Turn {
  readonly sessionId: string;
  readonly text: string;
  readonly client: AgentContext;
  readonly requestId: unknown;
  /** From 1, of this process. */
  readonly number: number;
  /** Resolves when it is next told to end. */
  cancelled(): Promise<void>;
}

const usage = { inputTokens: 80, cachedReadTokens: 20, outputTokens: 10, totalTokens: 110 };
export const ended = (stopReason: StopReason = "end_turn") => ({ stopReason, usage });
export const never = () => new Promise<never>(() => {});

const mayRun = {
  toolCall: { toolCallId: "t9", title: "A use of execute", kind: "execute" },
  options: [{ optionId: "no", name: "No", kind: "reject_once" }],
};
const asked = async ({ client, sessionId }: Turn) =>
  client.request<{ outcome: unknown }>(methods.client.session.requestPermission, { sessionId, ...mayRun });

/** Requests for turns that have not been answered. */
const open: Turn[] = [];

export const timingParts: Readonly<Record<string, (turn: Turn) => Promise<object>>> = {
  /** Its first turn ends when a second one was asked for; that is answered in the same breath, or later. */
  async queue(turn) {
    const { sessionId, number } = turn;
    if (number > 1) {
      raw({ id: open[0]?.requestId, result: ended() });
      if (process.env["QUEUES"] === "later") await setTimeout(100);
      say(sessionId, "Second.");
      return ended();
    }
    open.push(turn);
    say(sessionId, "First.");
    return never();
  },
  /** Three turns end in one breath: the first leaves a tool at work, the last is refused something and says nothing. */
  async "queue-of-three"(turn) {
    const { sessionId, number } = turn;
    if (number > 3) {
      say(sessionId, "Without it, then.");
      return ended();
    }
    open.push(turn);
    if (number === 1) {
      beginTool(sessionId, "t1");
      say(sessionId, "First.");
    }
    if (number < 3) return never();
    raw({ id: open[0]?.requestId, result: ended() });
    say(sessionId, "Second.");
    raw({ id: open[1]?.requestId, result: ended() });
    note("refused", (await asked(turn)).outcome);
    return ended();
  },
  /** Told to end, it ends its first turn and takes up what was queued behind it all the same. */
  async "queue-goes-on"(turn) {
    const { sessionId, number } = turn;
    if (number === 1) {
      say(sessionId, "First.");
      await turn.cancelled();
      return ended("cancelled");
    }
    if (number === 2) {
      await turn.cancelled();
      await turn.cancelled();
      say(sessionId, "Second.");
      return ended("cancelled");
    }
    say(sessionId, "Said anew.");
    return ended();
  },
  async "late-cost"({ sessionId, requestId }) {
    say(sessionId, "The answer.");
    raw({ id: requestId, result: ended() });
    tellCost(sessionId, 0.75);
    return never();
  },
  /** Asks when its turn has ended. */
  async "asks-late"(turn) {
    const { sessionId, requestId, client } = turn;
    say(sessionId, "The answer.");
    raw({ id: requestId, result: ended() });
    const path = `${process.cwd()}/late`;
    client.request(methods.client.fs.writeTextFile, { sessionId, path, content: "late" }).catch(() => {});
    asked(turn).catch(() => {});
    return never();
  },
  /** Asks when it was told to end, for what it may. */
  async "asks-cancelled"(turn) {
    const { sessionId, client, number } = turn;
    if (number > 1) {
      say(sessionId, "Said anew.");
      return ended();
    }
    say(sessionId, "Half of it ");
    await turn.cancelled();
    const may = await client.request<{ outcome: unknown }>(methods.client.session.requestPermission, {
      sessionId,
      toolCall: { toolCallId: "t1", title: "A thought", kind: "think" },
      options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    });
    note("cancelled", may.outcome);
    return ended("cancelled");
  },
  /** Deaf to a cancel; when it is interrupted it says that it has been done all the time. */
  async "last-words"({ sessionId, text }) {
    if (text.includes("Your time is up")) {
      say(sessionId, "Said anew.");
      return ended();
    }
    say(sessionId, "Half of it ");
    await new Promise<void>((wake) => process.once("SIGINT", () => wake()));
    return ended();
  },
};
