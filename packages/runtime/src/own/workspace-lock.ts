import { awaitLock, entryAt, lockDatabase, makeDirectory, tryBegin } from "@retinue/contained-fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { RuntimeError } from "../contract/runtime-error.ts";

const PATIENCE_MS = 30_000;
const LONGEST_PAUSE_MS = 20;

/** Mutual exclusion between all servers that work on one workspace. */
export interface WorkspaceLock {
  /** Runs `critical`, which must be short and synchronous, while nobody else runs theirs. */
  run<T>(critical: () => T): Promise<T>;
  close(): void;
}

/**
 * Opens the workspace's lock. The file stays; only who holds it changes. One that was removed is made anew: a
 * lock on a file that nobody else finds keeps nobody out.
 */
export function openWorkspaceLock(path: string): WorkspaceLock {
  let database = lockDatabase(path);
  let inode = entryAt(path)?.inode;
  const reopenIfRemoved = () => {
    if (inode !== undefined && entryAt(path)?.inode === inode) return;
    database.close();
    makeDirectory(dirname(path));
    database = lockDatabase(path);
    inode = entryAt(path)?.inode;
  };
  return {
    run: async (critical) => {
      reopenIfRemoved();
      const givenUpAt = performance.now() + PATIENCE_MS;
      // Nothing may be awaited between a begin that succeeded and the rollback.
      for (let pause = 1; !tryBegin(database); pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
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

/** Does something that takes its time while nobody else, in this process or another, does so under the same lock. */
export async function underLock<T>(path: string, act: () => Promise<T>): Promise<T> {
  const lock = await awaitLock(path, PATIENCE_MS);
  if (lock === undefined) throw heldTooLong(path);
  try {
    return await act();
  } finally {
    lock.release();
  }
}

function heldTooLong(path: string): RuntimeError {
  return new RuntimeError("LAUNCH_FAILED", `Another process has held ${path} for ${PATIENCE_MS / 1000} s`, {
    remedy: "Look for a stopped retinue process on this workspace, end it, and try again.",
    details: { path },
    retryable: true,
  });
}
