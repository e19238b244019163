import { renameSync } from "node:fs";
import { directoryWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { failure, failureOf } from "../confine/failure.ts";
import { pathComponents } from "../confine/path-components.ts";
import { makeDirectoryWithin } from "./make-directory-within.ts";

/**
 * Renames an entry beneath the root, whatever it is, into a place beneath the same root; the directories above
 * that place are made. Neither way there may lead through a link; a link that is renamed itself stays one.
 *
 * @param from,to Relative to the root, with `/`.
 * @throws ContainedFsError NOT_FOUND, LINK_REFUSED, NOT_REGULAR (a directory is in the place), OUTSIDE_ROOT,
 * INVALID_PATH, NOT_PERMITTED, IO_ERROR.
 */
export function renameWithin(root: ContainedRoot, from: string, to: string): void {
  const place = placeOf(root, to, true);
  try {
    renameSync(placeOf(root, from, false), place);
  } catch (error) {
    throw failureOf(error, `${root.path}/${from}`);
  }
}

function placeOf(root: ContainedRoot, path: string, makesDirectory: boolean): string {
  const components = pathComponents(path);
  const name = components.pop();
  if (name === undefined) throw failure("OUTSIDE_ROOT", root.path);
  if (makesDirectory) makeDirectoryWithin(root, components.join("/"));
  return `${directoryWithin(root, components)}/${name}`;
}
