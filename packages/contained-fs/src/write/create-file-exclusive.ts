import { closeSync, linkSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { failureOf } from "../confine/failure.ts";
import { createNew, withPrivateFile, type WriteOptions } from "./private-file.ts";
import { syncDirectory } from "./sync-directory.ts";

/**
 * Creates a file with its whole content, if nothing has that name yet: of several callers exactly
 * one gets `true`, and nobody ever sees half of it. Durable when it returns. A kill in the middle can
 * leave the private name as a second link: read such a file with `node:fs`, since `readFileWithin`
 * refuses hard links.
 *
 * @returns Whether this call created it.
 * @throws ContainedFsError NOT_FOUND, NOT_PERMITTED, IO_ERROR.
 */
export function createFileExclusive(
  path: string,
  data: string | Uint8Array,
  options: WriteOptions = {},
): boolean {
  try {
    const created =
      data.length === 0
        ? createdEmpty(path, options)
        : withPrivateFile(path, data, options, (temporary) => linked(temporary, path));
    if (options.durable !== false) syncDirectory(dirname(path));
    return created;
  } catch (error) {
    throw failureOf(error, path);
  }
}

/** By its own name at once: there is nothing that somebody could see half of. */
function createdEmpty(path: string, { mode = 0o666, confirm }: WriteOptions): boolean {
  confirm?.();
  try {
    closeSync(openSync(path, createNew, mode));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function linked(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
