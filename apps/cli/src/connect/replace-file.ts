import { makeDirectory, writeFileAtomic } from "@retinue/contained-fs";
import { realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Replaces a client's configuration as a whole, keeping who may read it: the file itself, where its path is a link
 * into somebody's collection of such files.
 */
export function replaceFile(path: string, text: string): void {
  makeDirectory(dirname(path));
  const there = statSync(path, { throwIfNoEntry: false });
  if (there === undefined) writeFileAtomic(path, text);
  else writeFileAtomic(realpathSync(path), text, { mode: there.mode & 0o777 });
}
