import { closeSync, constants, fsync, openSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { failureOf } from "../confine/failure.ts";
import { directorySynced } from "./sync-directory.ts";

const synced = promisify(fsync);

/**
 * Makes a file of our own, and its name, durable that were written without; in a directory that is trusted.
 *
 * @throws ContainedFsError NOT_FOUND, LINK_REFUSED, NOT_PERMITTED, IO_ERROR.
 */
export async function makeDurable(path: string): Promise<void> {
  try {
    await syncedAndClosed(openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)));
    await directorySynced(dirname(path));
  } catch (error) {
    throw failureOf(error, path);
  }
}

export async function syncedAndClosed(descriptor: number): Promise<void> {
  try {
    await synced(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
