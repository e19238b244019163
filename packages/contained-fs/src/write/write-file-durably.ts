import { renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { failureOf } from "../confine/failure.ts";
import { createPrivate, privateName } from "./private-file.ts";
import { directorySynced } from "./sync-directory.ts";
import { syncedAndClosed } from "./synced-and-closed.ts";

/**
 * As `writeFileAtomic`, without standing in the way of others while the disk works: what it waits for are the
 * disk's answers. The name changes at once when the content is on the disk; durable when it resolves. Two at a
 * time for one path are the caller's mistake: which comes last is open.
 *
 * @throws ContainedFsError NOT_FOUND, NOT_PERMITTED, NOT_REGULAR (a directory is there), IO_ERROR.
 */
export async function writeFileDurably(
  path: string,
  data: string | Uint8Array,
  { mode }: { readonly mode?: number } = {},
): Promise<void> {
  const temporary = privateName(path);
  try {
    try {
      await syncedAndClosed(createPrivate(temporary, data, mode));
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    await directorySynced(dirname(path));
  } catch (error) {
    throw failureOf(error, path);
  }
}
