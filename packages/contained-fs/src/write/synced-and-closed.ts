import { closeSync, fsync } from "node:fs";
import { promisify } from "node:util";

const synced = promisify(fsync);

/** Waits until what a descriptor names is on the disk, without standing in the way of others, and closes it. */
export async function syncedAndClosed(descriptor: number): Promise<void> {
  try {
    await synced(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
