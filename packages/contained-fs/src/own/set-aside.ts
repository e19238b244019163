import { renameSync } from "node:fs";
import { failureOf } from "../confine/failure.ts";

/**
 * Renames what has the name of a document of ours and is none, so that nothing is overwritten.
 *
 * @returns Its new path.
 * @throws ContainedFsError NOT_FOUND, NOT_PERMITTED, IO_ERROR.
 */
export function setAside(path: string): string {
  const aside = `${path}.damaged-${Date.now()}`;
  try {
    renameSync(path, aside);
    return aside;
  } catch (error) {
    throw failureOf(error, path);
  }
}
