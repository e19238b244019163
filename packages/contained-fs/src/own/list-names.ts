import { opendirSync } from "node:fs";
import { failureOf } from "../confine/failure.ts";

/**
 * Names in a directory of ours, whose path is trusted, sorted; at most `maxEntries`, any of them. None
 * when there is no such directory.
 *
 * @throws ContainedFsError NOT_A_DIRECTORY, NOT_PERMITTED, IO_ERROR.
 */
export function listNames(path: string, { maxEntries }: { readonly maxEntries: number }): string[] {
  const names: string[] = [];
  try {
    const directory = opendirSync(path);
    try {
      for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
        if (names.length === maxEntries) break;
        names.push(entry.name);
      }
    } finally {
      directory.closeSync();
    }
    return names.toSorted();
  } catch (error) {
    const failed = failureOf(error, path);
    if (failed.code === "NOT_FOUND") return names;
    throw failed;
  }
}
