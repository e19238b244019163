import { readlinkSync } from "node:fs";
import { directoryWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { failure, failureOf } from "../confine/failure.ts";
import { pathComponents } from "../confine/path-components.ts";
import { kindAt } from "./kind-within.ts";

/**
 * Resolves one link by its name: the path, relative to the root, that it points to; the path itself
 * when no link is there. The link has to be relative and may not climb. What it names is then walked
 * to like any other path, so a link behind a link is refused.
 *
 * @throws ContainedFsError OUTSIDE_ROOT for an absolute target or one with `..`; and as
 * `readFileWithin` does.
 */
export function resolveLinkWithin(root: ContainedRoot, path: string): string {
  const components = pathComponents(path);
  const name = components.pop();
  if (name === undefined) return path;
  const at = `${directoryWithin(root, components)}/${name}`;
  if (kindAt(at) !== "link") return path;
  const target = readTarget(at, `${root.path}/${path}`).split("/");
  if (target[0] === "" || target.includes("..")) throw failure("OUTSIDE_ROOT", `${root.path}/${path}`);
  const resolved = [...components, ...target.filter((component) => component !== "" && component !== ".")];
  return pathComponents(resolved.join("/")).join("/");
}

function readTarget(at: string, shown: string): string {
  try {
    return readlinkSync(at);
  } catch (error) {
    throw failureOf(error, shown);
  }
}
