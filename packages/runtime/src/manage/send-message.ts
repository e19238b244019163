import { runtimeMessageSchema, type RuntimeMessage } from "@retinue/engine-contract";
import { sendOptionsSchema } from "../contract/call-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { SendOptions, SentMessage } from "../contract/sent-message.ts";
import { awaitReceipts } from "../message/await-receipts.ts";
import { teamOf } from "../message/team-of.ts";
import { removeMessage, writeMessage } from "../message/write-message.ts";
import { ifReachable } from "../prepare/subagent-roots.ts";
import { currentRun } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import { requireArguments } from "../require-arguments.ts";
import { openEntry, runningSubagent, type RunningSubagent } from "./running-subagent.ts";

const defaultWaitSeconds = 5;

const messageSchema = runtimeMessageSchema.extend({
  content: runtimeMessageSchema.shape.content.refine(
    (text) => text.trim() !== "",
    "must hold text, which may name a longer file that the agents may read",
  ),
});

/**
 * Sends a message to the agents of a run, whoever owns it, and waits a moment for what becomes of it.
 *
 * @throws RuntimeError INVALID_INPUT, UNKNOWN_SUBAGENT, NOT_RUNNING.
 */
export async function sendMessage(
  workspace: OpenWorkspace,
  subagentId: string,
  text: string,
  options: SendOptions,
): Promise<SentMessage> {
  const { from = "parent", agents, waitSeconds } = requireArguments("send", sendOptionsSchema, options);
  const given = { content: text, source: from, target_agents: agents ?? null };
  const message: RuntimeMessage = requireArguments("send", messageSchema, given);
  return deliverMessage(workspace, runningSubagent(workspace, subagentId), message, waitSeconds);
}

/**
 * The same for a message that has been made, of whatever kind.
 *
 * @throws RuntimeError INVALID_INPUT for agents that are not of the team; NOT_RUNNING when the run ends first.
 */
export async function deliverMessage(
  workspace: OpenWorkspace,
  { paths, record, entry }: RunningSubagent,
  message: RuntimeMessage,
  waitSeconds: number = defaultWaitSeconds,
): Promise<SentMessage> {
  const team = teamOf(paths);
  const agents = message.target_agents ?? team;
  const strangers = team === undefined ? [] : (agents ?? []).filter((id) => !team.includes(id));
  if (strangers.length > 0) {
    throw new RuntimeError(
      "INVALID_INPUT",
      `send: no agent of ${paths.subagentId} is ${quotedList(strangers)}`,
      {
        remedy: `Its agents are ${quotedList(team ?? [])}; name none to address all.`,
        details: { subagent_id: paths.subagentId, agents: strangers },
      },
    );
  }
  const isOver = () => openEntry(workspace, paths.subagentId)?.run !== entry.run;
  const messageId = writeMessage(paths, message, new Date());
  const signal = AbortSignal.any([workspace.closing, AbortSignal.timeout(waitSeconds * 1000)]);
  const run = currentRun(record);
  const sent = await awaitReceipts(paths, { messageId, agents, run, signal, isOver });
  if (sent.state !== "queued" || !isOver()) return sent;
  ifReachable(() => removeMessage(paths, messageId));
  throw new RuntimeError("NOT_RUNNING", `subagent ${paths.subagentId} ended before it took the message`, {
    remedy: "Continue it with this message.",
    details: { subagent_id: paths.subagentId },
  });
}

function quotedList(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(", ");
}
