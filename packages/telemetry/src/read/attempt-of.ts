import {
  ContainedFsError,
  directoriesWithin,
  kindWithin,
  withRoot,
  type ContainedRoot,
} from "@retinue/contained-fs";
import { logLayout, newestAttempt } from "@retinue/engine-contract";

const limits = { maxEntries: 10_000 } as const;

/**
 * Where in a subagent's log directory the engine of a run wrote its last attempt; undefined where it wrote none. What an
 * earlier run wrote was put aside when the next one began.
 */
export function attemptOf(logPath: string, run: number, isLast: boolean): string | undefined {
  const bases = [...(isLast ? [""] : []), `earlier/run_${run}/`];
  try {
    return withRoot(logPath, (root) =>
      bases.map((base) => attemptIn(root, base)).find((found) => found !== undefined),
    );
  } catch (error) {
    if (error instanceof ContainedFsError) return undefined;
    throw error;
  }
}

function attemptIn(root: ContainedRoot, base: string): string | undefined {
  const live = `${base}${logLayout.liveLogs}`;
  const { names, complete } = newestAttempt((found) =>
    directoriesWithin(root, [live, ...found].join("/"), limits),
  );
  if (complete) return [live, ...names].join("/");
  // A copy, of a run whose engine could not see the log directory.
  const copied = `${base}${logLayout.fullLogs}`;
  return kindWithin(root, copied) === "directory" ? copied : undefined;
}
