import { basename, dirname, join, resolve } from "node:path";
import { withRoot } from "@retinue/contained-fs";
import { isId, logLayout, type Ending } from "@retinue/engine-contract";
import { limitResult, type SubagentResult } from "@retinue/status-model";
import type { ConsideredAnswer } from "../answer/first-readable.ts";
import { defaultMaxAnswerBytes } from "../answer/read-answer.ts";
import { shownPath } from "../locate/place.ts";
import { outcomeOf, type ExplainedResult } from "../outcome/outcome-of.ts";
import { openSources, type Sources } from "../locate/sources.ts";
import { readRunStatus, type RunStatus } from "../read/read-run-status.ts";
import { earlierAnswer } from "./earlier-answer.ts";
import { endingOf, type IsAlive } from "./ending-of.ts";
import { logPathOf, workspaceOf } from "./find-counterpart.ts";
import type { FoundDirectory } from "./found-directory.ts";
import type { KnownEnding } from "./known-ending.ts";
import { readRunRecord } from "./read-run-record.ts";

/** What was made of a directory. */
export interface RecoveredDirectory extends FoundDirectory {
  readonly result: SubagentResult;
  readonly ending: KnownEnding;
  /** The status file that was read. */
  readonly statusPath?: string;
  /** The attempts of the engine that were looked at, newest first; the answer is from the last of them. */
  readonly attempts: readonly string[];
  /** Every answer that was considered, best first, and why it was or was not taken. */
  readonly considered: readonly ConsideredAnswer[];
  /** What could not be looked at on the way, or may not be by this process; answers may be there. */
  readonly unreadable: readonly string[];
}

/** What a person knows of the run, or wants of it. */
export interface RecoverWishes {
  readonly workspacePath?: string | undefined;
  readonly ending?: Ending | undefined;
  readonly roots?: readonly string[] | undefined;
  readonly maxAnswerBytes?: number | undefined;
  readonly isAlive?: IsAlive | undefined;
}

/** Brings back what a run left in the directories that were found. */
export async function recoverFound(
  directory: FoundDirectory,
  asked: RecoverWishes,
): Promise<RecoveredDirectory> {
  const found = withCounterpart(directory, asked.workspacePath);
  const { logPath, workspacePath, attemptPath, record, problem } = found;
  const sources = openSources({ logPath, workspacePath, attemptPath, roots: asked.roots });
  try {
    const run = await readRunStatus(sources);
    const ending = endingOf({ given: asked.ending, record, run, sources, isAlive: asked.isAlive });
    const seconds = ending.executionTimeSeconds ?? run.status?.meta.elapsed_seconds ?? 0;
    const warnings = [problem, ending.warning].filter((text) => text !== undefined);
    const frame = {
      subagentId: record?.subagent_id ?? idFrom(found),
      workspace: workspacePath ?? join(logPath ?? attemptPath ?? "", logLayout.workspace),
      logPath: logPath ?? attemptPath,
      warning: warnings.length === 0 ? undefined : warnings.join("; "),
    };
    const evidence = {
      ending: ending.ending,
      error: ending.error,
      executionTimeSeconds: seconds,
      run,
      sources,
      maxAnswerBytes: asked.maxAnswerBytes ?? defaultMaxAnswerBytes,
    };
    const newest = outcomeOf(evidence, frame);
    const { attempts, result, considered } = await withEarlier(found, newest, run, evidence.maxAnswerBytes);
    return {
      kind: found.kind,
      ...(logPath !== undefined && { logPath }),
      ...(workspacePath !== undefined && { workspacePath }),
      ...(attemptPath !== undefined && { attemptPath }),
      ...(run.path !== undefined && { statusPath: run.path }),
      attempts,
      ending,
      result: withUnreadable(result, sources.forbidden),
      considered,
      unreadable: [...newest.unreadable, ...sources.forbidden],
    };
  } finally {
    sources.close();
  }
}

/** Where the newest attempt has no answer, that of an earlier one, which says so. */
async function withEarlier(
  found: FoundDirectory,
  newest: ExplainedResult,
  run: RunStatus,
  maxAnswerBytes: number,
): Promise<Pick<RecoveredDirectory, "result" | "considered" | "attempts">> {
  const { result, considered } = newest;
  const looked = run.attempts.map(shownPath);
  const isAnswered = result.answer !== null && result.answer_source?.reason !== "draft";
  if (isAnswered || found.kind === "attempt") return { ...newest, attempts: looked };
  const earlier = await earlierAnswer(found, looked, maxAnswerBytes);
  const attempts = [...looked, ...earlier.attempts];
  const all = [...considered.map((each) => ({ ...each, taken: false })), ...earlier.considered];
  if (earlier.found === undefined)
    return { result, considered: [...considered, ...earlier.considered], attempts };
  const { text: answer, source } = earlier.found;
  const whose = `the newest attempt has no answer: this is that of an earlier one, ${earlier.attempts.at(-1)}`;
  const warning = [result.warning, whose, ...earlier.found.warnings].filter(Boolean).join("; ");
  const status = result.status === "timeout" ? ("partial" as const) : result.status;
  const { answer_directory: _directory, files: _files, ...rest } = result;
  return {
    result: limitResult({ ...rest, status, answer, answer_source: source, warning }),
    considered: all,
    attempts,
  };
}

/** Without an answer, what may not be looked at may be one. */
function withUnreadable(result: SubagentResult, forbidden: Sources["forbidden"]): SubagentResult {
  const [first] = forbidden;
  if (first === undefined || result.answer !== null) return result;
  const more = forbidden.length > 1 ? `, nor may ${forbidden.length - 1} other places` : "";
  const what = `no answer could be read, which does not say that there is none: ${first}${more}`;
  return limitResult({ ...result, warning: [what, result.warning].filter(Boolean).join("; ") });
}

/** Completes what was found with the log directory or the runtime workspace that belongs to it. */
function withCounterpart(found: FoundDirectory, workspace: string | undefined) {
  const here = found.workspacePath;
  const logPath = found.logPath ?? (here === undefined ? undefined : logPathOf(here));
  const { record, problem } = logPath === undefined ? {} : withRoot(logPath, readRunRecord);
  const linked = logPath === undefined ? undefined : workspaceOf(logPath, record?.workspace);
  // What the log says of its workspace counts more than one that was found near it.
  const known = found.kind === "workspace" ? (here ?? linked) : (linked ?? here);
  const workspacePath = workspace === undefined ? known : resolve(workspace);
  return { ...found, logPath, workspacePath, record, problem };
}

/** A name for the result, from the directory's: `<id>/workspace` or the log directory `<id>`. */
function idFrom({ logPath, workspacePath, attemptPath }: FoundDirectory): string {
  const byWorkspace =
    workspacePath && basename(workspacePath) === logLayout.workspace && dirname(workspacePath);
  const name = basename(logPath ?? (byWorkspace || undefined) ?? workspacePath ?? attemptPath ?? "");
  const safe = name
    .replace(/[^A-Za-z0-9_-]/g, "_")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 63);
  return isId(safe) ? safe : "subagent";
}
