import type { Run, RunRecord } from "@retinue/engine-contract";
import { engineOf, type Settings } from "../configure/manager-options.ts";
import type { SubagentPaths } from "./subagent-paths.ts";

export type NewRun = Pick<
  Run,
  | "task"
  | "mode"
  | "timeout_seconds"
  | "command"
  | "session_id"
  | "warning"
  | "subagent_type"
  | "system_prompt"
  | "needs"
  | "changes"
  | "budget"
  | "trace"
>;

/** The record of a subagent with a further run in it, which has been accepted and not yet launched. */
export function withNewRun(
  earlier: RunRecord | undefined,
  paths: SubagentPaths,
  settings: Settings,
  owner: string,
  run: NewRun,
  now: Date,
): RunRecord {
  const record = earlier ?? {
    version: 1 as const,
    subagent_id: paths.subagentId,
    parent_agent_id: settings.parentAgentId,
    workspace: paths.workspace,
    created_at: now.toISOString(),
    runs: [],
  };
  const entry: Run = {
    number: record.runs.length + 1,
    state: "starting",
    owner,
    requested_mode: settings.runtimeMode,
    engine: engineOf(settings).kind,
    accepted_at: now.toISOString(),
    ...clock(now, run.timeout_seconds),
    ...run,
  };
  return { ...record, runs: [...record.runs, entry] };
}

/** Start and deadline of a run that begins now. */
export function clock(now: Date, timeoutSeconds: number): Pick<Run, "started_at" | "deadline"> {
  return {
    started_at: now.toISOString(),
    deadline: new Date(now.getTime() + timeoutSeconds * 1000).toISOString(),
  };
}
