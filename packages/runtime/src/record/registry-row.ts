import type { RunRecord } from "@retinue/engine-contract";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import type { RegistryRow } from "./registry.ts";
import { currentRun } from "./run-record-file.ts";

const TASK_CHARACTERS = 200;

/** What the registry says of a subagent; a projection of its run.json. */
export function registryRow(paths: SubagentPaths, record: RunRecord): RegistryRow {
  const run = currentRun(record);
  const { ended, result } = run;
  return {
    subagent_id: paths.subagentId,
    session_id: run.session_id ?? null,
    task: (record.runs[0]?.task ?? run.task).slice(0, TASK_CHARACTERS),
    status: jobStatus(record),
    workspace: paths.workspace,
    created_at: record.created_at,
    started_at: run.started_at,
    ended_at: ended?.ended_at ?? null,
    execution_time_seconds:
      typeof result?.["execution_time_seconds"] === "number" ? result["execution_time_seconds"] : null,
    // So that a list has it without a look at each record.
    token_usage: result?.["token_usage"] ?? null,
    ...(result?.["budget"] !== undefined && { budget: result["budget"] }),
    success: typeof result?.["success"] === "boolean" ? result["success"] : null,
    continuable: ended !== undefined,
    continuable_via: run.session_id === undefined ? "context_recovery" : "session",
    last_continued_at: record.runs.length > 1 ? run.started_at : null,
    source_agent: record.parent_agent_id,
    log_path: paths.logPath,
  };
}

/** `running`, `cancelled` for a run that was cancelled on purpose, or the result's status. */
export function jobStatus(record: RunRecord): string {
  const { ended, result } = currentRun(record);
  if (ended === undefined) return "running";
  return ended.ending === "cancelled" ? "cancelled" : String(result?.["status"] ?? ended.ending);
}
