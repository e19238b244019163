import { ContainedFsError, listWithin, type ContainedRoot } from "@retinue/contained-fs";
import { newestAttempt as followNewest, type AttemptSearch } from "@retinue/engine-contract";

const maxEntries = 10_000;

/** The newest attempt beneath a directory of logs, as far as the engine has made it. */
export function newestAttempt(root: ContainedRoot, base: string): AttemptSearch {
  return followNewest((names) => directoriesIn(root, [base, ...names].join("/")));
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
