import { rmdirSync, unlinkSync } from "node:fs";
import { placeWithin, type ContainedRoot } from "../confine/contained-root.ts";

/**
 * Takes a name beneath the root away, as far as that can be done: whatever has it, also a directory that is
 * empty; never what lies inside one, or behind a link.
 *
 * @throws ContainedFsError OUTSIDE_ROOT, INVALID_PATH, and when its directory cannot be walked to.
 */
export function removeEntryWithin(root: ContainedRoot, path: string): void {
  const place = placeWithin(root, path);
  if (place === undefined) return;
  for (const attempt of [unlinkSync, rmdirSync]) {
    try {
      attempt(place);
      return;
    } catch {
      // A directory, or gone.
    }
  }
}
