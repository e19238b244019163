import { renameSync } from "node:fs";
import { directoryWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { failure, failureOf } from "../confine/failure.ts";
import { pathComponents } from "../confine/path-components.ts";
import { makeDirectoryWithin } from "./make-directory-within.ts";
import { withPrivateFile, type WriteOptions } from "./private-file.ts";
import { syncDirectory } from "./sync-directory.ts";

/**
 * Replaces a file beneath the root as a whole, as `writeFileAtomic` does, and makes the directories
 * that are missing. No component is followed if it is a link; a link at the file's own name is replaced.
 *
 * @param path Relative to the root, with `/`.
 * @throws ContainedFsError LINK_REFUSED, NOT_REGULAR, NOT_A_DIRECTORY, OUTSIDE_ROOT, INVALID_PATH,
 * NOT_PERMITTED, IO_ERROR.
 */
export function writeFileWithin(
  root: ContainedRoot,
  path: string,
  data: string | Uint8Array,
  options: WriteOptions = {},
): void {
  const components = pathComponents(path);
  const name = components.pop();
  if (name === undefined) throw failure("NOT_REGULAR", root.path);
  try {
    makeDirectoryWithin(root, components.join("/"));
    const directory = directoryWithin(root, components);
    const place = `${directory}/${name}`;
    withPrivateFile(place, data, options, (temporary) => renameSync(temporary, place));
    if (options.durable !== false) syncDirectory(directory);
  } catch (error) {
    throw failureOf(error, `${root.path}/${path}`);
  }
}
