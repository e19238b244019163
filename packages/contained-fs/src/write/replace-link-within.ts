import { renameSync, rmSync, symlinkSync } from "node:fs";
import { placeWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { failure, failureOf } from "../confine/failure.ts";
import { privateName } from "./private-file.ts";

/**
 * Makes an entry beneath the root a link with this target, in one step; a file or a link that has the name is
 * replaced. The target is only text here: nothing looks where it leads.
 *
 * @param path Relative to the root, with `/`.
 * @throws ContainedFsError NOT_FOUND, LINK_REFUSED, NOT_REGULAR (a directory has the name), OUTSIDE_ROOT,
 * INVALID_PATH, NOT_PERMITTED, IO_ERROR.
 */
export function replaceLinkWithin(root: ContainedRoot, path: string, target: string): void {
  const place = placeWithin(root, path);
  if (place === undefined) throw failure("NOT_REGULAR", root.path);
  const temporary = privateName(place);
  try {
    symlinkSync(target, temporary);
    try {
      renameSync(temporary, place);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  } catch (error) {
    throw failureOf(error, `${root.path}/${path}`);
  }
}
