import { lstatSync } from "node:fs";
import { ContainedFsError } from "../contained-fs-error.ts";
import { directoryWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { kindOf, type EntryKind } from "../confine/entry-kind.ts";
import { pathComponents } from "../confine/path-components.ts";

/**
 * What lies at a path beneath the root; `undefined` for nothing that can be reached without a link.
 *
 * @throws ContainedFsError OUTSIDE_ROOT, INVALID_PATH for a path that no root can hold.
 */
export function kindWithin(root: ContainedRoot, path: string): EntryKind | undefined {
  const components = pathComponents(path);
  const name = components.pop();
  if (name === undefined) return "directory";
  try {
    return kindAt(`${directoryWithin(root, components)}/${name}`);
  } catch (error) {
    if (error instanceof ContainedFsError) return undefined;
    throw error;
  }
}

/** The same for a path whose directory was walked to. */
export function kindAt(path: string): EntryKind | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found === undefined ? undefined : kindOf(found);
  } catch {
    return undefined;
  }
}
