import { tryLock, type HeldLock } from "@retinue/contained-fs";
import { join } from "node:path";
import { LaunchWatcherError } from "../launch-watcher-error.ts";

/** Held until it is released, or its process ends, however that ends. */
export type SpoolLock = HeldLock;

/**
 * One watcher a spool. The lock holds between containers that share the spool but neither a network nor
 * process numbers.
 *
 * @throws LaunchWatcherError SPOOL_IN_USE.
 */
export async function holdLock(spool: string): Promise<SpoolLock> {
  const lock = tryLock(join(spool, "lock"));
  if (lock !== undefined) return lock;
  throw new LaunchWatcherError("SPOOL_IN_USE", `another watcher works on the spool ${spool}`, {
    remedy: "Stop it first, or give this one a spool of its own.",
  });
}
