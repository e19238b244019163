import { linkSync, unlinkSync } from "node:fs";
import { directoryWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { pathComponents } from "../confine/path-components.ts";
import { kindWithin } from "../read/kind-within.ts";
import { renameWithin } from "./rename-within.ts";

/**
 * Gives an entry beneath the root another name, unless something has that. One that somebody puts there
 * meanwhile is not replaced; a directory, and a file system without links, are looked at only before.
 *
 * @throws ContainedFsError as `renameWithin` does.
 */
export function renameNewWithin(root: ContainedRoot, from: string, to: string): void {
  try {
    linkSync(placeOf(root, from), placeOf(root, to));
    unlinkSync(placeOf(root, from));
  } catch {
    if (kindWithin(root, to) === undefined) renameWithin(root, from, to);
  }
}

function placeOf(root: ContainedRoot, path: string): string {
  const components = pathComponents(path);
  const name = components.pop() ?? ".";
  return `${directoryWithin(root, components)}/${name}`;
}
