import { setTimeout as delay } from "node:timers/promises";
import { RuntimeError } from "../contract/runtime-error.ts";
import { lockDatabase } from "./lock-database.ts";
import { tryBegin } from "./sqlite-lock.ts";

const PATIENCE_MS = 30_000;

/** Mutual exclusion between all servers that work on one workspace. */
export interface WorkspaceLock {
  /** Runs `critical`, which must be short and synchronous, while nobody else runs theirs. */
  run<T>(critical: () => T): Promise<T>;
  close(): void;
}

/** Opens the workspace's lock. The file stays; only who holds it changes. */
export function openWorkspaceLock(path: string): WorkspaceLock {
  const database = lockDatabase(path);
  return {
    run: async (critical) => {
      const givenUpAt = performance.now() + PATIENCE_MS;
      // Nothing may be awaited between a begin that succeeded and the rollback.
      for (let pause = 1; !tryBegin(database); pause = Math.min(pause * 2, 20)) {
        if (performance.now() > givenUpAt) throw heldTooLong(path);
        await delay(pause);
      }
      try {
        return critical();
      } finally {
        database.exec("ROLLBACK");
      }
    },
    close: () => {
      database.close();
    },
  };
}

function heldTooLong(path: string): RuntimeError {
  return new RuntimeError("LAUNCH_FAILED", `Another process has held ${path} for ${PATIENCE_MS / 1000} s`, {
    remedy: "Look for a stopped retinue process on this workspace, end it, and try again.",
    details: { path },
    retryable: true,
  });
}
