import { isWithin, type ContainedRoot } from "@retinue/contained-fs";
import { realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";

/** A path that is known to be named beneath an open root. Opening it proves that it is. */
export interface Place {
  readonly root: ContainedRoot;
  /** Relative to the root, with `/`. */
  readonly path: string;
}

/** The absolute path, for people and for `answer_source`. */
export function shownPath({ root, path }: Place): string {
  return path === "" ? root.path : `${root.path}/${path}`;
}

/** A place further down. */
export function within({ root, path }: Place, further: string): Place {
  return { root, path: path === "" ? further : `${path}/${further}` };
}

/**
 * Where a path that a child wrote lies beneath one of the roots; `undefined` when it lies beneath
 * none. Only names are compared here, component by component.
 */
export function placeBeneath(roots: readonly ContainedRoot[], absolute: string): Place | undefined {
  const target = resolve(absolute);
  for (const root of roots) {
    const path = below(root.path, target) ?? below(realPath(root), target);
    if (path !== undefined) return { root, path };
  }
  return undefined;
}

function below(root: string, target: string): string | undefined {
  if (!isWithin(target, root)) return undefined;
  const path = relative(root, target);
  return sep === "/" ? path : path.split(sep).join("/");
}

const realPaths = new WeakMap<ContainedRoot, string>();

/** Engines write resolved paths, callers may name the same directory by a link in front of it. */
function realPath(root: ContainedRoot): string {
  let path = realPaths.get(root);
  if (path === undefined) realPaths.set(root, (path = resolvedPath(root.path)));
  return path;
}

function resolvedPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
