import { directoryWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { pathComponents } from "../confine/path-components.ts";
import { ContainedFsError } from "../contained-fs-error.ts";
import { entryAt, type Entry } from "../confine/entry-at.ts";

/**
 * Looks at an entry beneath the root without opening it; `undefined` for nothing that can be reached without
 * a link.
 *
 * @param path Relative to the root, with `/`; `""` is the root itself.
 * @throws ContainedFsError OUTSIDE_ROOT, INVALID_PATH for a path that no root can hold.
 */
export function entryWithin(root: ContainedRoot, path: string): Entry | undefined {
  const components = pathComponents(path);
  const name = components.pop() ?? ".";
  try {
    return entryAt(`${directoryWithin(root, components)}/${name}`);
  } catch (error) {
    if (error instanceof ContainedFsError) return undefined;
    throw error;
  }
}
