import { unlinkSync } from "node:fs";
import { directoryWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { failure, failureOf } from "../confine/failure.ts";
import { pathComponents } from "../confine/path-components.ts";
import { ContainedFsError } from "../contained-fs-error.ts";

/**
 * Removes one entry beneath the root that is no directory: a file, a link itself, a FIFO. Nothing there is as
 * good. Trees are not removed from here: one that somebody writes cannot be removed safely by its names.
 *
 * @param path Relative to the root, with `/`.
 * @throws ContainedFsError LINK_REFUSED, NOT_REGULAR (a directory), OUTSIDE_ROOT, INVALID_PATH,
 * NOT_PERMITTED, IO_ERROR.
 */
export function removeWithin(root: ContainedRoot, path: string): void {
  const components = pathComponents(path);
  const name = components.pop();
  if (name === undefined) throw failure("NOT_REGULAR", root.path);
  try {
    unlinkSync(`${directoryWithin(root, components)}/${name}`);
  } catch (error) {
    const failed = failureOf(error, `${root.path}/${path}`);
    if (!(failed instanceof ContainedFsError) || failed.code !== "NOT_FOUND") throw failed;
  }
}
