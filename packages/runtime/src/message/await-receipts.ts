import { directoryChanges } from "@retinue/contained-fs";
import type { Run } from "@retinue/engine-contract";
import { join } from "node:path";
import type { SentMessage } from "../contract/sent-message.ts";
import { inbox, type SubagentPaths } from "../prepare/subagent-paths.ts";
import { ifReachable } from "../prepare/subagent-roots.ts";
import { findLog, logPlaceOf } from "../watch/find-log.ts";
import { isTaken, messageReceipts } from "./message-receipts.ts";

/** Nothing tells of the end of another server's run. */
const pollMs = 1_000;

export interface AwaitReceiptsOptions {
  readonly messageId: string;
  /** Ids of the agents that are meant; undefined when the team is not known: the first receipt will do. */
  readonly agents: readonly string[] | undefined;
  readonly run: Pick<Run, "engine" | "mode">;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
}

/** Waits until it is known of each agent that is meant what became of a message, the run is over, or `signal`. */
export async function awaitReceipts(
  paths: SubagentPaths,
  options: AwaitReceiptsOptions,
): Promise<SentMessage> {
  const { messageId, run, signal, isOver } = options;
  const place = logPlaceOf(run.mode);
  // An engine makes its log when it begins: another directory is to be watched then.
  const watched = () =>
    run.engine === "massgen"
      ? join(paths.workspace, inbox)
      : (ifReachable(() => findLog(paths, place).directory) ?? paths.workspace);
  for (let directory = watched(); !signal.aborted; directory = watched()) {
    for await (const _ of directoryChanges(directory, { signal, pollMs })) {
      // Before the look at receipts: the last of them come before the end.
      const wasOver = isOver();
      const { sent, isDecided } = look(paths, messageId, options);
      if (isDecided || wasOver) return sent;
      if (watched() !== directory) break;
    }
  }
  return look(paths, messageId, options).sent;
}

function look(
  paths: SubagentPaths,
  messageId: string,
  { agents, run }: Pick<AwaitReceiptsOptions, "agents" | "run">,
): { readonly sent: SentMessage; readonly isDecided: boolean } {
  // MassGen's engine writes no receipts: it hands on to its agents what it takes.
  if (run.engine === "massgen") {
    const taken = isTaken(paths, messageId);
    const at = new Date().toISOString();
    const delivered = taken ? (agents ?? []).map((agent_id) => ({ agent_id, at })) : [];
    const state = taken ? "delivered" : "queued";
    return { sent: { message_id: messageId, state, delivered, unsupported: [] }, isDecided: taken };
  }
  const receipts = messageReceipts(paths, logPlaceOf(run.mode), messageId);
  const isDecided = agents === undefined ? receipts.size > 0 : agents.every((id) => receipts.has(id));
  const all = [...receipts.values()];
  const delivered = all
    .filter(({ state }) => state === "delivered")
    .map(({ agent_id, at }) => ({ agent_id, at }));
  const unsupported = all
    .filter(({ state }) => state === "unsupported")
    .map(({ agent_id, at, reason }) => ({ agent_id, at, ...(reason !== undefined && { reason }) }));
  const state = delivered.length > 0 ? "delivered" : isDecided ? "unsupported" : "queued";
  return { sent: { message_id: messageId, state, delivered, unsupported }, isDecided };
}
