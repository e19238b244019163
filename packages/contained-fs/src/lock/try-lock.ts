import type { DatabaseSync } from "node:sqlite";
import { failureOf } from "../confine/failure.ts";
import { lockDatabase } from "./lock-database.ts";

/**
 * A lock on a file that dies with its holder: SQLite's exclusive lock, which the kernel releases
 * when the process ends, however it ends. Holds across containers that share the directory, where
 * process numbers mean nothing.
 */
export interface HeldLock {
  /** Again is as good. */
  release(): void;
}

// A database that nobody refers to any more would be collected, and its lock with it.
const held = new Set<DatabaseSync>();

/**
 * Takes the lock, or returns undefined when somebody else, in this process or another, has it.
 *
 * @throws ContainedFsError IO_ERROR, also where the disk is full: the lock is noted on it.
 */
export function tryLock(path: string): HeldLock | undefined {
  const database = lockDatabase(path);
  try {
    if (!tryBegin(database)) {
      database.close();
      return undefined;
    }
  } catch (error) {
    database.close();
    throw error;
  }
  held.add(database);
  return {
    release: () => {
      if (held.delete(database)) database.close();
    },
  };
}

/**
 * Starts an exclusive transaction, or says that another holds one.
 *
 * @throws ContainedFsError IO_ERROR.
 */
export function tryBegin(database: DatabaseSync): boolean {
  try {
    database.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw failureOf(error, database.location() ?? "");
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === SQLITE_BUSY;
}
