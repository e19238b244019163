import type { DatabaseSync } from "node:sqlite";
import { failureOf } from "../confine/failure.ts";

/**
 * Opens a file for SQLite's locks on it. Node 22 would say on stderr that node:sqlite is experimental; what is
 * used of it is stable since.
 *
 * @throws ContainedFsError IO_ERROR.
 */
export function lockDatabase(path: string): DatabaseSync {
  const { emitWarning } = process;
  // Loading is synchronous: no other warning is lost.
  process.emitWarning = () => {};
  try {
    return new (process.getBuiltinModule("node:sqlite").DatabaseSync)(path);
  } catch (error) {
    throw failureOf(error, path);
  } finally {
    process.emitWarning = emitWarning;
  }
}
