import { constants, openSync } from "node:fs";
import { dirname } from "node:path";
import { failureOf } from "../confine/failure.ts";
import { directorySynced } from "./sync-directory.ts";
import { syncedAndClosed } from "./synced-and-closed.ts";

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
