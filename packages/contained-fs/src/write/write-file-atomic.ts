import { renameSync } from "node:fs";
import { dirname } from "node:path";
import { failureOf } from "../confine/failure.ts";
import { withPrivateFile, type WriteOptions } from "./private-file.ts";
import { syncDirectory } from "./sync-directory.ts";

/**
 * Replaces a file as a whole: a reader, and whoever looks after a kill at any instant, finds either
 * the old content or the new one. Durable when it returns, unless asked otherwise. The directory has to exist and is
 * trusted; a link at `path` itself is replaced, not followed.
 *
 * @throws ContainedFsError NOT_FOUND, NOT_PERMITTED, NOT_REGULAR (a directory is there), IO_ERROR.
 */
export function writeFileAtomic(path: string, data: string | Uint8Array, options: WriteOptions = {}): void {
  try {
    withPrivateFile(path, data, options, (temporary) => renameSync(temporary, path));
    if (options.durable !== false) syncDirectory(dirname(path));
  } catch (error) {
    throw failureOf(error, path);
  }
}
