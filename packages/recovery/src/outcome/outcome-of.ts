import { isSuccess, limitedText, limitResult, tokenUsage, type SubagentResult } from "@retinue/status-model";
import { leftFiles } from "../answer/left-files.ts";
import { outcomeOfCompleted } from "./outcome-of-completed.ts";
import { outcomeOfCutOff } from "./outcome-of-cut-off.ts";
import { outcomeOfFailed } from "./outcome-of-failed.ts";
import { engineWarnings } from "./engine-warnings.ts";
import type { Outcome, Evidence } from "./evidence.ts";
import { shortRemarks } from "./short-remarks.ts";

/** What the caller knows and recovery passes on. */
export interface ResultFrame {
  readonly subagentId: string;
  readonly workspace: string;
  readonly logPath: string | undefined;
  readonly warning: string | undefined;
}

/** A result, and what became of each answer that was considered. */
export interface ExplainedResult extends Pick<Outcome, "considered"> {
  readonly result: SubagentResult;
  /** What could not be looked at on the way to the answer. */
  readonly unreadable: readonly string[];
}

const byEnding = {
  completed: outcomeOfCompleted,
  timeout: outcomeOfCutOff,
  cancelled: outcomeOfCutOff,
  budget: outcomeOfCutOff,
  error: outcomeOfFailed,
};

// A hostile status can have thousands of damaged places.
const maxProblems = 3;
/** Characters of what the caller has to say; it comes first, and leaves room for what was found. */
const maxOwnWarning = 4000;
/** One candidate for each agent, from the status and from the disk. */
const maxConsidered = 100;

/** Makes the result of a run that has ended, whatever the ending. */
export function outcomeOf(evidence: Evidence, frame: ResultFrame): ExplainedResult {
  const { run, ending, sources } = evidence;
  const { status, error, found, warnings = [], considered } = byEnding[ending](evidence);
  const said = [
    ...sources.problems,
    ...run.problems,
    ...damage(run),
    ...warnings,
    ...(found?.warnings ?? []),
    ...engineWarnings(run.status, found !== undefined),
  ];
  const own = frame.warning ? [limitedText(frame.warning, maxOwnWarning)] : [];
  const warning = [...own, ...shortRemarks(said)].join("; ");
  const { unreadable } = sources;
  // Only decorates: what cannot be listed keeps no result back.
  const left = leftFiles(found?.source.agent_id ?? winnerOf(run), run, sources);
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
    ...(left !== undefined && { answer_directory: left.directory, files: [...left.files] }),
  };
  return { result: limitResult(result), considered: considered.slice(0, maxConsidered), unreadable };
}

/** What was put out is the winner's. */
function winnerOf({ status }: Evidence["run"]): string | undefined {
  return status?.results.winner || undefined;
}

function damage({ status, path }: Evidence["run"]): string[] {
  const problems = status?.problems ?? [];
  if (problems.length === 0) return [];
  const named = problems.slice(0, maxProblems).map(({ path: where, message }) => `${where}: ${message}`);
  const more =
    problems.length > maxProblems ? `, and at least ${problems.length - maxProblems} more places` : "";
  return [`${path} is damaged (${named.join("; ")}${more})`];
}
