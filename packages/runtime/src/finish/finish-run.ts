import type { RunEnd } from "@retinue/engine-contract";
import { recoverSubagent } from "@retinue/recovery";
import type { SubagentResult } from "@retinue/status-model";
import { policyInForce } from "../delegate/policy-in-force.ts";
import type { LiveRun } from "../manage/live-run.ts";
import type { ManagerContext } from "../manage/manager-context.ts";
import { removeActive, writeFinished } from "../own/active-index.ts";
import { supervisorDirectory } from "../prepare/subagent-paths.ts";
import { appendConversation } from "../record/conversation.ts";
import { engineSession } from "../record/engine-session.ts";
import { currentRun, withCurrentRun, writeRunRecord } from "../record/run-record-file.ts";
import { registryPath, upsertRegistryRow } from "../record/registry.ts";
import { registryRow } from "../record/registry-row.ts";
import { copyEngineLogs } from "./copy-engine-logs.ts";
import { lastOutput } from "./last-output.ts";
import { modelsWithoutPrice } from "./models-without-price.ts";
import { recordRunTotals } from "./record-run-totals.ts";

/**
 * Brings a run back, however it ended: recovers, writes down, tells. Every step may be repeated by
 * the next server when a kill comes between two of them. Never rejects.
 */
export async function finishRun(context: ManagerContext, run: LiveRun, end: RunEnd): Promise<void> {
  const result = await recoverResult(context, run, end);
  try {
    const session = engineSession(run.paths.workspace);
    const policy = policyInForce(supervisorDirectory(run.paths.logPath, run.number));
    run.record = withCurrentRun(run.record, {
      state: "ended",
      ended: end,
      result,
      ...(policy !== undefined && { policy }),
      ...(session?.saved === true && { session_id: session.id }),
    });
    // Before the run counts as ended, so that nobody sees it ended and its result not on offer.
    writeFinished(context.state.finished, {
      subagent_id: run.paths.subagentId,
      log_path: run.paths.logPath,
      run: run.number,
    });
    writeRunRecord(run.paths.runRecord, run.record);
    await writeDown(context, run, result);
  } catch (error) {
    context.settings.log(
      `The end of subagent ${run.paths.subagentId} could not be written down: ${(error as Error).message}`,
    );
  }
  context.live.delete(run.paths.subagentId);
  context.admission.reconsider();
  run.settle(result);
  for (const listener of context.listeners) {
    listener({ subagent_id: run.paths.subagentId, run: run.number, ending: end.ending, result });
  }
}

/** The steps after run.json says how the run ended; each leaves alone what it finds done. */
export async function writeDown(
  context: ManagerContext,
  run: LiveRun,
  result: SubagentResult,
): Promise<void> {
  const { settings, state, lock } = context;
  if (result.answer !== null) {
    const line = { role: "assistant", content: result.answer, run: run.number } as const;
    appendConversation(run.paths.conversation, line, new Date());
  }
  try {
    await recordRunTotals(run.paths, run.record);
  } catch (error) {
    // A total is worth less than what has to be written next.
    settings.log(`metrics_summary.json could not be brought up to date: ${(error as Error).message}`);
  }
  await lock.run(() => {
    upsertRegistryRow(
      registryPath(settings.workspace),
      registryRow(run.paths, run.record, settings.parentAgentId),
      settings,
    );
    removeActive(state.active, run.paths.subagentId);
  });
}

async function recoverResult(context: ManagerContext, run: LiveRun, end: RunEnd): Promise<SubagentResult> {
  const { paths } = run;
  const { started_at, timeout_seconds, warning } = currentRun(run.record);
  const executionTimeSeconds = Math.max(0, (Date.parse(end.ended_at) - Date.parse(started_at)) / 1000);
  const output = lastOutput(supervisorDirectory(paths.logPath, run.number));
  const error = end.ending === "error" ? [end.reason, output].filter(Boolean).join(":\n") : undefined;
  try {
    copyEngineLogs(paths);
  } catch (cause) {
    context.settings.log(
      `The logs of subagent ${paths.subagentId} could not be kept: ${(cause as Error).message}`,
    );
  }
  try {
    // Silence is said as well: of a host, or of a supervisor that was lost.
    const silence = end.ending === "timeout" ? end.reason : undefined;
    const remarks = [warning, silence, ...(await modelsWithoutPrice(run))].filter(Boolean).join("; ");
    const result = await recoverSubagent({
      subagentId: paths.subagentId,
      logPath: paths.logPath,
      workspacePath: paths.workspace,
      executionTimeSeconds,
      ending: end.ending,
      ...(error !== undefined && { error }),
      ...(remarks !== "" && { warning: remarks }),
    });
    return { ...result, timeout_seconds };
  } catch (cause) {
    // Recovery promises a result; should it break that promise, the caller still gets one.
    return {
      subagent_id: paths.subagentId,
      status: "error",
      success: false,
      answer: null,
      workspace: paths.workspace,
      execution_time_seconds: executionTimeSeconds,
      error: `Recovery failed: ${(cause as Error).message}`,
      token_usage: {},
      timeout_seconds,
      log_path: paths.logPath,
    };
  }
}
