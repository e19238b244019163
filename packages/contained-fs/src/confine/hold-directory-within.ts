import { closeSync, fstatSync, openSync } from "node:fs";
import { openRoot, directoryWithin } from "./contained-root.ts";
import { openAsPlace } from "./containment-in-force.ts";
import { failure, failureOf } from "./failure.ts";
import { pathComponents } from "./path-components.ts";

/** One directory, the same however its name is moved meanwhile. */
export interface HeldDirectory {
  /** What it was called when it was opened, absolute. */
  readonly path: string;
  readonly descriptor: number;
  readonly device: number;
  readonly inode: number;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Walks to a directory beneath a root and holds it by a descriptor. Close it with
 * `closeSync(held.descriptor)`. It needs the walk: where only `lstat` is in force it is refused,
 * because what it promises would not hold.
 *
 * @param path Relative to the root, with `/`; `""` is the root itself.
 * @throws ContainedFsError as `openRoot`, and NOT_PERMITTED where nothing can be held.
 */
export function holdDirectoryWithin(rootPath: string, path: string): HeldDirectory {
  const components = pathComponents(path);
  using root = openRoot(rootPath);
  const shown = [root.path, ...components].join("/");
  if (root.containment !== "walk") throw failure("NOT_PERMITTED", shown);
  // The dot: the name itself is a link of /proc, and links are not followed.
  const descriptor = opened(`${directoryWithin(root, components)}/.`, shown);
  return { path: shown, descriptor, ...identityOf(descriptor, shown) };
}

function opened(place: string, shown: string): number {
  try {
    return openSync(place, openAsPlace);
  } catch (error) {
    throw failureOf(error, shown);
  }
}

function identityOf(descriptor: number, shown: string) {
  try {
    const { dev: device, ino: inode, uid, gid } = fstatSync(descriptor);
    return { device, inode, uid, gid };
  } catch (error) {
    closeSync(descriptor);
    throw failureOf(error, shown);
  }
}
