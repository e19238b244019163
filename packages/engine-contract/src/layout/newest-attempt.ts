import { newestFirst, type AttemptLevel } from "./log-layout.ts";

const levels: readonly AttemptLevel[] = ["log", "turn", "attempt"];

/** How far an engine has made the directories of its newest attempt. */
export interface AttemptSearch {
  /** Names from the base: `log_…`, `turn_1`, `attempt_1`; fewer while the engine has not made them all. */
  readonly names: readonly string[];
  readonly complete: boolean;
}

/**
 * Follows the newest of each level beneath a directory of logs as far as it goes.
 *
 * @param directoriesIn Names of the directories beneath the base at the given names; links are none.
 * @param from The first level that is looked for.
 */
export function newestAttempt(
  directoriesIn: (names: readonly string[]) => readonly string[],
  from: AttemptLevel = "log",
): AttemptSearch {
  const names: string[] = [];
  for (const level of levels.slice(levels.indexOf(from))) {
    const [newest] = newestFirst(level, directoriesIn(names));
    if (newest === undefined) return { names, complete: false };
    names.push(newest);
  }
  return { names, complete: true };
}
