import { dirname } from "node:path";
import { containmentInForce } from "../confine/containment-in-force.ts";
import { failureOf } from "../confine/failure.ts";
import { openRegular } from "../read/open-regular.ts";
import { directorySynced } from "./sync-directory.ts";
import { syncedAndClosed } from "./synced-and-closed.ts";

/**
 * Makes a file of our own, and its name, durable that were written without. Never waits for what somebody has put in
 * its place: a FIFO is refused.
 *
 * @throws ContainedFsError NOT_FOUND, LINK_REFUSED, NOT_REGULAR, NOT_PERMITTED, IO_ERROR.
 */
export async function makeDurable(path: string): Promise<void> {
  try {
    const { descriptor } = openRegular(path, path, containmentInForce(), { hardLinks: true });
    await syncedAndClosed(descriptor);
    await directorySynced(dirname(path));
  } catch (error) {
    throw failureOf(error, path);
  }
}
