import { usageOfSpending, type RunEnd } from "@retinue/engine-contract";
import { recoverSubagent } from "@retinue/recovery";
import type { SubagentResult } from "@retinue/status-model";
import { spentByHost } from "../delegate/spent-by-host.ts";
import { supervisorDirectory } from "../prepare/subagent-paths.ts";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";
import { withBudget } from "./with-budget.ts";
import { joinedWarnings } from "../joined-warnings.ts";
import { lastOutput } from "./last-output.ts";
import { modelsWithoutPrice } from "./models-without-price.ts";

/**
 * What a run that has ended comes back as. A recovery that fails is a result as well.
 *
 * @param whenUnreadable Whether it rejects when something of the run could not be looked at, or says so in the result.
 */
export async function recoverResult(
  run: RecordedRun,
  end: RunEnd,
  whenUnreadable: "throw" | "warn",
): Promise<SubagentResult> {
  const { paths, record } = run;
  const { started_at, timeout_seconds, warning, needs, policy, budget: limits } = currentRun(record);
  const executionTimeSeconds = Math.max(0, (Date.parse(end.ended_at) - Date.parse(started_at)) / 1000);
  try {
    const counted = spentByHost(supervisorDirectory(paths.logPath, record.runs.length));
    const output = lastOutput(paths, record.runs.length);
    const error = end.ending === "error" ? [end.reason, output].filter(Boolean).join(":\n") : undefined;
    // Silence is said as well: of a host, or of a supervisor that was lost.
    const silence = end.ending === "timeout" ? end.reason : undefined;
    const remarks = joinedWarnings(warning, silence, ...(await modelsWithoutPrice(run)));
    const result = await recoverSubagent({
      subagentId: paths.subagentId,
      logPath: paths.logPath,
      workspacePath: paths.workspace,
      executionTimeSeconds,
      ending: end.ending,
      whenUnreadable,
      ...(error !== undefined && { error }),
      ...(remarks !== undefined && { warning: remarks }),
    });
    return {
      ...withBudget(result, end, { limits, counted: counted && usageOfSpending(counted) }),
      timeout_seconds,
      ...(needs !== undefined && { needs }),
      ...(policy !== undefined && { policy }),
    };
  } catch (cause) {
    if (whenUnreadable === "throw") throw cause;
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
      ...(needs !== undefined && { needs }),
    };
  }
}
