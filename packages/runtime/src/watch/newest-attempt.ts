import { newestFirst, type AttemptLevel } from "@retinue/engine-contract";
import { readdirSync } from "node:fs";
import { join } from "node:path";

export interface AttemptSearch {
  /** Names from the base: `log_…`, `turn_1`, `attempt_1`; fewer while the engine has not made them all. */
  readonly names: readonly string[];
  readonly complete: boolean;
}

const levels: readonly AttemptLevel[] = ["log", "turn", "attempt"];

/** Follows the newest of each level beneath a directory of logs as far as it goes. */
export function newestAttempt(base: string): AttemptSearch {
  const names: string[] = [];
  for (const level of levels) {
    const newest = newestFirst(level, namesIn(join(base, ...names)))[0];
    if (newest === undefined) return { names, complete: false };
    names.push(newest);
  }
  return { names, complete: true };
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    // Not made yet.
    return [];
  }
}
