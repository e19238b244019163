import { rmSync } from "node:fs";
import { failureOf } from "../confine/failure.ts";

/**
 * Removes a file of ours, whose directory is trusted; a link itself, never what it leads to. Nothing there is
 * as good.
 *
 * @throws ContainedFsError NOT_REGULAR (a directory), NOT_PERMITTED, IO_ERROR.
 */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw failureOf(error, path);
  }
}
