import { lstatSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Scene } from "./trick.ts";

/**
 * The path, when no part of it is a link, and it is no second name of a file: what this child plants leads outside,
 * and only its host is to be seen going there.
 *
 * @param last Whether the last part counts as well: not for what replaces it.
 */
export function ownPath({ place }: Scene, path: string, last = true): string {
  const roots = [place.workspace, ...(place.logPath === undefined ? [] : [place.logPath])];
  const root = roots.find((each) => path === each || path.startsWith(`${each}${sep}`));
  // What is around them is named by deletions alone.
  if (root === undefined) return path;
  const parts = relative(root, last ? path : dirname(path)).split(sep);
  let at = root;
  for (const part of parts.filter((each) => each !== "" && each !== "..")) {
    at = join(at, part);
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true) throw new Error(`${at} is a link`);
    if (found?.isFile() === true && found.nlink > 1) throw new Error(`${at} is a hard link`);
  }
  return path;
}
