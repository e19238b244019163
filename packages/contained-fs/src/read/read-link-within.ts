import { readlinkSync } from "node:fs";
import { directoryWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { failure, failureOf } from "../confine/failure.ts";
import { pathComponents } from "../confine/path-components.ts";

/**
 * What a link beneath the root points to, as bytes and as they are: to keep it as a link, not to follow it.
 *
 * @throws ContainedFsError NOT_REGULAR when no link is there; and as `readFileWithin` does.
 */
export function readLinkWithin(root: ContainedRoot, path: string): Buffer {
  const components = pathComponents(path);
  const name = components.pop();
  const shown = `${root.path}/${path}`;
  if (name === undefined) throw failure("NOT_REGULAR", shown);
  const directory = directoryWithin(root, components);
  try {
    return readlinkSync(`${directory}/${name}`, { encoding: "buffer" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EINVAL") throw failure("NOT_REGULAR", shown);
    throw failureOf(error, shown);
  }
}
