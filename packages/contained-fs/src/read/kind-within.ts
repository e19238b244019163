import { lstatSync, type Dirent, type Stats } from "node:fs";
import { ContainedFsError } from "../contained-fs-error.ts";
import { directoryWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { pathComponents } from "../confine/path-components.ts";

/** What an entry is; `other` are FIFOs, sockets and devices. */
export type EntryKind = "file" | "directory" | "link" | "other";

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

export function kindOf(found: Stats | Dirent): EntryKind {
  if (found.isFile()) return "file";
  if (found.isDirectory()) return "directory";
  return found.isSymbolicLink() ? "link" : "other";
}
