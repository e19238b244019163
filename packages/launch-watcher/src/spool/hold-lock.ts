import { join } from "node:path";
import { LaunchWatcherError } from "../launch-watcher-error.ts";

/** Held until it is released, or its process ends, however that ends. */
export interface SpoolLock {
  /** Again is as good. */
  release(): void;
}

const busy = 5;

/**
 * One watcher a spool: SQLite's exclusive lock on a file in it. The kernel releases it with the process,
 * and it holds between containers that share the spool but neither a network nor process numbers.
 *
 * @throws LaunchWatcherError SPOOL_IN_USE.
 */
export async function holdLock(spool: string): Promise<SpoolLock> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(join(spool, "lock"));
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    database.close();
    if ((cause as { errcode?: number }).errcode !== busy) throw cause;
    throw new LaunchWatcherError("SPOOL_IN_USE", `another watcher works on the spool ${spool}`, {
      remedy: "Stop it first, or give this one a spool of its own.",
      cause,
    });
  }
  return { release: () => database.isOpen && database.close() };
}
