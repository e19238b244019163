import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { timestampName } from "@retinue/engine-contract";
import { ChildOrchestratorError } from "../child-orchestrator-error.ts";

/**
 * Makes `<base>/log_<timestamp>/turn_1/attempt_1`. Two runs that start in the same millisecond get
 * different ones.
 *
 * @throws ChildOrchestratorError NOT_WRITABLE.
 */
export function attemptDirectory(logBaseDirectory: string, date = new Date()): string {
  const base = resolve(logBaseDirectory);
  try {
    mkdirSync(base, { recursive: true });
    for (let microseconds = 0; ; microseconds++) {
      const log = join(base, `log_${timestampName(date, microseconds)}`);
      if (!createdHere(log) && microseconds < 999) continue;
      const attempt = join(log, "turn_1", "attempt_1");
      mkdirSync(attempt, { recursive: true });
      return attempt;
    }
  } catch (error) {
    throw new ChildOrchestratorError(
      "NOT_WRITABLE",
      `cannot write logs to ${base}: ${(error as Error).message}`,
      {
        remedy: "Name a directory that can be written, in MASSGEN_LOG_BASE_DIR.",
        details: { logBaseDirectory: base },
        cause: error,
      },
    );
  }
}

function createdHere(directory: string): boolean {
  try {
    mkdirSync(directory);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
