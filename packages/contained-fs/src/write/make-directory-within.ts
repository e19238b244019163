import { mkdirSync } from "node:fs";
import { directoryWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { failureOf } from "../confine/failure.ts";
import { pathComponents } from "../confine/path-components.ts";
import { ContainedFsError } from "../contained-fs-error.ts";

/**
 * Makes a directory beneath the root, with those above it that are missing. One that is there is left as it
 * is; a link in its place is refused.
 *
 * @param path Relative to the root, with `/`.
 * @throws ContainedFsError LINK_REFUSED, NOT_A_DIRECTORY, OUTSIDE_ROOT, INVALID_PATH, NOT_PERMITTED, IO_ERROR.
 */
export function makeDirectoryWithin(root: ContainedRoot, path: string): void {
  const components = pathComponents(path);
  try {
    components.forEach((_, depth) => makeDirectory(root, components.slice(0, depth + 1)));
  } catch (error) {
    throw failureOf(error, `${root.path}/${path}`);
  }
}

/** Makes a directory whose parent exists, unless it is there. */
function makeDirectory(root: ContainedRoot, components: readonly string[]): void {
  try {
    directoryWithin(root, components);
  } catch (error) {
    if (!(error instanceof ContainedFsError) || error.code !== "NOT_FOUND") throw error;
    makeIfMissing(`${directoryWithin(root, components.slice(0, -1))}/${components.at(-1) ?? ""}`);
    directoryWithin(root, components);
  }
}

/** Somebody else may have made it a moment ago: what it is, is looked at afterwards. */
function makeIfMissing(place: string): void {
  try {
    mkdirSync(place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
