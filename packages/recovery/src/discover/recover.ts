import { realpathSync, statSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { endingSchema } from "@retinue/engine-contract";
import { z } from "zod";
import { RecoveryError } from "../recovery-error.ts";
import { requireArguments } from "../require-arguments.ts";
import type { IsAlive } from "./ending-of.ts";
import { findDirectory } from "./find-directory.ts";
import { findRuns } from "./find-runs.ts";
import { recoverFound, type RecoveredDirectory } from "./recover-found.ts";

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
  isAlive: z
    .custom<IsAlive>((value) => typeof value === "function")
    .describe("Whether a process of this machine is alive; without it, it is not known whether a run goes on")
    .optional(),
});
export type RecoverOptions = z.input<typeof recoverOptionsSchema>;

const questionSchema = recoverOptionsSchema.extend({ directory: z.string().min(1) });

/**
 * Brings back what a run left in a directory, for someone who holds only that: a subagent's log
 * directory, an engine's directory of logs, one attempt, or a runtime workspace. Finds the log, and
 * how the run ended; says how it knows.
 *
 * @throws RecoveryError INVALID_INPUT; NOTHING_FOUND, AMBIGUOUS when the directory is not one run's; UNREADABLE when
 * it may not be looked into.
 */
export async function recover(directory: string, options: RecoverOptions = {}): Promise<RecoveredDirectory> {
  const asked = requireArguments("recover", questionSchema, { ...options, directory });
  return recoverFound(findDirectory(realDirectory(asked.directory)), asked);
}

/** What was made of all runs beneath a directory. */
export interface RecoveredRuns {
  /** In order of their paths. */
  readonly runs: readonly RecoveredDirectory[];
  /** What could not be looked into, and why: there may be more. */
  readonly failed: readonly string[];
  /** Whether there was more than is looked through: 20,000 directories, 1,000 runs, 16 levels. */
  readonly isCut: boolean;
}

/**
 * The same for a directory above any number of runs. A directory that `recover` takes for one run's is one here.
 *
 * @throws RecoveryError INVALID_INPUT; NOTHING_FOUND, UNREADABLE; AMBIGUOUS where `workspacePath` or `ending`, which
 * are about one run, are given for several.
 */
export async function recoverEach(directory: string, options: RecoverOptions = {}): Promise<RecoveredRuns> {
  const asked = requireArguments("recoverEach", questionSchema, { ...options, directory });
  const real = realDirectory(asked.directory);
  try {
    return { runs: [await recoverFound(findDirectory(real), asked)], failed: [], isCut: false };
  } catch (error) {
    if (!(error instanceof RecoveryError)) throw error;
    const { found, failed, isCut } = findRuns(real);
    const isOfOne = asked.workspacePath !== undefined || asked.ending !== undefined;
    if (found.length === 0 || (found.length > 1 && isOfOne)) throw error;
    const runs: RecoveredDirectory[] = [];
    for (const each of found) runs.push(await recoverFound(each, asked));
    return { runs: withoutTwins(runs), failed, isCut };
  }
}

/** Of a run whose log directory and workspace were both found, the log directory stays. */
function withoutTwins(runs: readonly RecoveredDirectory[]): RecoveredDirectory[] {
  const logs = new Set(runs.filter(({ kind }) => kind === "subagent").map(({ logPath }) => logPath));
  return runs.filter(({ kind, logPath }) => kind !== "workspace" || !logs.has(logPath));
}

function realDirectory(directory: string): string {
  const found = statusOf(directory);
  if (found?.isDirectory() === true) return realpathSync(directory);
  const what = found === undefined ? "does not exist" : "is not a directory";
  throw new RecoveryError("NOTHING_FOUND", `${directory} ${what}`, {
    remedy:
      found === undefined ? "Name a directory that exists." : `Name its directory, ${dirname(directory)}.`,
    details: { directory },
  });
}

function statusOf(directory: string): Stats | undefined {
  try {
    return statSync(directory, { throwIfNoEntry: false });
  } catch (cause) {
    throw new RecoveryError("UNREADABLE", `${directory} cannot be looked at: ${(cause as Error).message}`, {
      remedy: "Run this as a user who may look into the directories above it.",
      details: { directory },
      cause,
    });
  }
}
