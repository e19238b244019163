import { directoriesWithin, type ContainedRoot } from "@retinue/contained-fs";
import { newestAttempt as followNewest, type AttemptSearch } from "@retinue/engine-contract";

const limits = { maxEntries: 10_000 } as const;

/** The newest attempt beneath a directory of logs, as far as the engine has made it. */
export function newestAttempt(root: ContainedRoot, base: string): AttemptSearch {
  return followNewest((names) => directoriesWithin(root, [base, ...names].join("/"), limits));
}
