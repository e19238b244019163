import { mkdirSync } from "node:fs";
import { failureOf } from "../confine/failure.ts";

/**
 * Makes a directory of ours, whose path is trusted, with those above it. One that is there is as good.
 *
 * @param mode Of what is made. Default 0o777, less the umask.
 * @throws ContainedFsError NOT_A_DIRECTORY, NOT_PERMITTED, IO_ERROR.
 */
export function makeDirectory(path: string, { mode }: { readonly mode?: number } = {}): void {
  try {
    mkdirSync(path, { recursive: true, ...(mode !== undefined && { mode }) });
  } catch (error) {
    throw failureOf(error, path);
  }
}
