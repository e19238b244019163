import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { withRoot } from "@retinue/contained-fs";
import { endingSchema, isId, logLayout } from "@retinue/engine-contract";
import { limitResult, type SubagentResult } from "@retinue/status-model";
import { z } from "zod";
import type { ConsideredAnswer } from "../answer/first-readable.ts";
import { defaultMaxAnswerBytes } from "../answer/read-answer.ts";
import { shownPath } from "../locate/place.ts";
import { outcomeOf, type ExplainedResult } from "../outcome/outcome-of.ts";
import { openSources } from "../locate/sources.ts";
import { readRunStatus, type RunStatus } from "../read/read-run-status.ts";
import { RecoveryError } from "../recovery-error.ts";
import { requireArguments } from "../require-arguments.ts";
import { earlierAnswer } from "./earlier-answer.ts";
import { endingOf } from "./ending-of.ts";
import { logPathOf, workspaceOf } from "./find-counterpart.ts";
import { findDirectory } from "./find-directory.ts";
import type { FoundDirectory } from "./found-directory.ts";
import type { KnownEnding } from "./known-ending.ts";
import { readRunRecord } from "./read-run-record.ts";

const recoverOptionsSchema = z.strictObject({
  workspacePath: z
    .string()
    .min(1)
    .describe("The runtime workspace, when it is not found by itself")
    .optional(),
  ending: endingSchema
    .describe("How the run ended, when that is known better than it is recorded")
    .optional(),
  roots: z.array(z.string().min(1)).optional(),
  maxAnswerBytes: z.number().int().positive().optional(),
});
export type RecoverOptions = z.input<typeof recoverOptionsSchema>;

const questionSchema = recoverOptionsSchema.extend({ directory: z.string().min(1) });

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
}

/**
 * Brings back what a run left in a directory, for someone who holds only that: a subagent's log
 * directory, an engine's directory of logs, one attempt, or a runtime workspace. Finds the log, and
 * how the run ended; says how it knows.
 *
 * @throws RecoveryError INVALID_INPUT; NOTHING_FOUND, AMBIGUOUS when the directory is not one run's.
 */
export async function recover(directory: string, options: RecoverOptions = {}): Promise<RecoveredDirectory> {
  const asked = requireArguments("recover", questionSchema, { ...options, directory });
  const found = withCounterpart(findDirectory(realDirectory(asked.directory)), asked.workspacePath);
  const { logPath, workspacePath, attemptPath, record, problem } = found;
  const sources = openSources({ logPath, workspacePath, attemptPath, roots: asked.roots });
  try {
    const run = await readRunStatus(sources);
    const ending = endingOf({ given: asked.ending, record, run, sources });
    const seconds = ending.executionTimeSeconds ?? run.status?.meta.elapsed_seconds ?? 0;
    const warnings = [problem, ending.warning].filter((text) => text !== undefined);
    const frame = {
      subagentId: record?.subagent_id ?? idFrom(found),
      workspace: workspacePath ?? join(logPath ?? attemptPath ?? directory, logLayout.workspace),
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
      result,
      considered,
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

/** Completes what was found with the log directory or the runtime workspace that belongs to it. */
function withCounterpart(found: FoundDirectory, workspace: string | undefined) {
  const here = found.workspacePath;
  const logPath = found.logPath ?? (here === undefined ? undefined : logPathOf(here));
  const { record, problem } = logPath === undefined ? {} : withRoot(logPath, readRunRecord);
  const linked = logPath === undefined ? undefined : workspaceOf(logPath, record?.workspace);
  const workspacePath = workspace === undefined ? (here ?? linked) : resolve(workspace);
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

function realDirectory(directory: string): string {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return realpathSync(directory);
  const what = found === undefined ? "does not exist" : "is not a directory";
  throw new RecoveryError("NOTHING_FOUND", `${directory} ${what}`, {
    remedy:
      found === undefined ? "Name a directory that exists." : `Name its directory, ${dirname(directory)}.`,
    details: { directory },
  });
}
