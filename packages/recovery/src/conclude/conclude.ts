import { isSuccess, tokenUsage, type SubagentResult } from "@retinue/status-model";
import { concludeCompleted } from "./conclude-completed.ts";
import { concludeCutOff } from "./conclude-cut-off.ts";
import { concludeFailed } from "./conclude-failed.ts";
import { engineWarnings } from "./engine-warnings.ts";
import type { Conclusion, Evidence } from "./evidence.ts";

/** What the caller knows and recovery passes on. */
export interface ResultFrame {
  readonly subagentId: string;
  readonly workspace: string;
  readonly logPath: string | undefined;
  readonly warning: string | undefined;
}

/** A result, and what became of each answer that was considered. */
export interface ConcludedResult extends Pick<Conclusion, "considered"> {
  readonly result: SubagentResult;
}

const byEnding = {
  completed: concludeCompleted,
  timeout: concludeCutOff,
  cancelled: concludeCutOff,
  error: concludeFailed,
};

// A hostile status can have thousands of damaged places.
const maxProblems = 3;

/** Makes the result of a run that has ended, whatever the ending. */
export function conclude(evidence: Evidence, frame: ResultFrame): ConcludedResult {
  const { run, ending, sources } = evidence;
  const { status, error, found, warnings = [], considered } = byEnding[ending](evidence);
  const said = [
    frame.warning ?? "",
    ...sources.problems,
    ...run.problems,
    ...damage(run),
    ...warnings,
    ...(found?.warnings ?? []),
    ...engineWarnings(run.status, found !== undefined),
  ];
  const warning = [...new Set(said)].filter((text) => text !== "").join("; ");
  const percentage = status === "completed" ? undefined : run.status?.coordination.completion_percentage;
  const result: SubagentResult = {
    subagent_id: frame.subagentId,
    status,
    success: isSuccess(status),
    answer: found?.text ?? null,
    workspace: frame.workspace,
    execution_time_seconds: evidence.executionTimeSeconds,
    error,
    token_usage: tokenUsage(run.status),
    ...(frame.logPath !== undefined && { log_path: frame.logPath }),
    ...(percentage !== undefined && { completion_percentage: percentage }),
    ...(warning !== "" && { warning }),
    ...(found !== undefined && { answer_source: found.source }),
  };
  return { result, considered };
}

function damage({ status, path }: Evidence["run"]): string[] {
  const problems = status?.problems ?? [];
  if (problems.length === 0) return [];
  const named = problems.slice(0, maxProblems).map(({ path: where, message }) => `${where}: ${message}`);
  const more = problems.length > maxProblems ? `, and ${problems.length - maxProblems} more places` : "";
  return [`${path} is damaged (${named.join("; ")}${more})`];
}
