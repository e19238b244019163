import { ContainedFsError, listWithin, type ContainedRoot } from "@retinue/contained-fs";
import { newestFirst, type AttemptLevel } from "@retinue/engine-contract";

export interface AttemptSearch {
  /** Names from the base: `log_…`, `turn_1`, `attempt_1`; fewer while the engine has not made them all. */
  readonly names: readonly string[];
  readonly complete: boolean;
}

const levels: readonly AttemptLevel[] = ["log", "turn", "attempt"];
const maxEntries = 10_000;

/** Follows the newest of each level beneath a directory of logs as far as it goes. A link is no level. */
export function newestAttempt(root: ContainedRoot, base: string): AttemptSearch {
  const names: string[] = [];
  for (const level of levels) {
    const newest = newestFirst(level, directoriesIn(root, [base, ...names].join("/")))[0];
    if (newest === undefined) return { names, complete: false };
    names.push(newest);
  }
  return { names, complete: true };
}

function directoriesIn(root: ContainedRoot, path: string): string[] {
  try {
    const { entries } = listWithin(root, path, { maxEntries });
    return entries.filter(({ kind }) => kind === "directory").map(({ name }) => name);
  } catch (error) {
    // Not made yet, or behind a link.
    if (error instanceof ContainedFsError) return [];
    throw error;
  }
}
