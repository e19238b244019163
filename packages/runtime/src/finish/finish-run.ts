import { setImmediate as nextTurn } from "node:timers/promises";
import type { RunEnd } from "@retinue/engine-contract";
import type { SubagentResult } from "@retinue/status-model";
import { policyInForce } from "../delegate/policy-in-force.ts";
import type { LiveRun } from "../manage/live-run.ts";
import type { ManagerContext } from "../manage/manager-context.ts";
import { writeActive, writeFinished } from "../own/active-index.ts";
import { pointerTo } from "../own/pointer-to.ts";
import { createLogDirectory } from "../prepare/prepare-workspace.ts";
import { supervisorDirectory } from "../prepare/subagent-paths.ts";
import { appendConversation } from "../record/conversation.ts";
import { engineSession } from "../record/engine-session.ts";
import { withCurrentRun, writeRunRecord } from "../record/run-record-file.ts";
import { registryPath, upsertRegistryRow } from "../record/registry.ts";
import { registryRow } from "../record/registry-row.ts";
import { linkFullLogs } from "../watch/full-logs-link.ts";
import { decorateRun } from "./decorate-run.ts";
import { recoverResult } from "./recover-result.ts";
import { retryUntilDone } from "./retry-until-done.ts";

/**
 * Brings a run back, however it ended: recovers, records, delivers, and only then what goes with it. Every
 * step may be repeated, by this server when it fails, and by the next one when a kill comes between two of
 * them. A result that cannot be recorded is delivered all the same. Never rejects.
 */
export async function finishRun(context: ManagerContext, run: LiveRun, end: RunEnd): Promise<void> {
  const { subagentId } = run.paths;
  run.over = true;
  context.admission.reconsider();
  const result = await recoverResult(run, end);
  const said = aside(context, run);
  // Read in bounds from what the child wrote, each by itself: neither keeps the result from being recorded.
  const session = said("session", () => engineSession(run.paths));
  const policy = said("policy", () => policyInForce(supervisorDirectory(run.paths.logPath, run.number)));
  // Whoever has the result looks for the log there; a copy, which takes time, comes later.
  said("log's place", () => linkFullLogs(run.paths));
  run.record = withCurrentRun(run.record, {
    state: "ended",
    ended: end,
    result,
    ...(policy !== undefined && { policy }),
    ...(session?.saved === true && { session_id: session.id }),
  });
  let isDelivered = false;
  const deliver = () => {
    if (isDelivered) return;
    isDelivered = true;
    run.settle(result);
    for (const listener of context.listeners) {
      listener({ subagent_id: subagentId, run: run.number, ending: end.ending, result });
    }
  };
  const isRecorded = await retryUntilDone(() => recordEnd(context, run), {
    signal: context.closing,
    onFailure: ({ message }) => {
      context.settings.log(`The end of subagent ${subagentId} could not be recorded: ${message}`);
      deliver();
    },
  });
  if (!isRecorded) return deliver();
  await bringHome(context, run, result, deliver);
}

/** The steps after the end is recorded; each leaves alone what it finds done. Never rejects. */
export async function bringHome(
  context: ManagerContext,
  run: LiveRun,
  result: SubagentResult,
  deliver: () => void,
): Promise<void> {
  const { subagentId, conversation } = run.paths;
  const { answer } = result;
  if (answer !== null) {
    const line = { role: "assistant", content: answer, run: run.number } as const;
    aside(context, run)("conversation", () => appendConversation(conversation, line, new Date()));
  }
  const decorating = nextTurn().then(() => decorateRun(context, run));
  context.decorating.set(subagentId, decorating);
  context.live.delete(subagentId);
  deliver();
  await decorating;
  context.decorating.delete(subagentId);
}

/** Makes the end known to every server: the result, that it waits for somebody, and its row. */
async function recordEnd(context: ManagerContext, run: LiveRun): Promise<void> {
  const { settings, state, lock, owner } = context;
  const pointer = { ...pointerTo(run.paths, run.number), owner: owner.id };
  context.restoreState();
  // Before the run counts as ended, so that nobody sees it ended and its result not on offer.
  if (!run.acknowledged) writeFinished(state.finished, pointer);
  createLogDirectory(run.paths);
  writeRunRecord(run.paths.runRecord, run.record);
  await lock.run(() => {
    const row = registryRow(run.paths, run.record, settings.parentAgentId);
    upsertRegistryRow(registryPath(settings.workspace), row, settings);
    writeActive(state.active, { ...pointer, launched: true, ended: true });
  });
}

/** Does something that only goes with a result: undefined, and said in the log, when that fails. */
function aside({ settings }: ManagerContext, { paths }: LiveRun) {
  return <T>(what: string, act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      const { message } = error as Error;
      settings.log(`The ${what} of subagent ${paths.subagentId} could not be used: ${message}`);
      return undefined;
    }
  };
}
