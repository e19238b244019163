import { posix, relative } from "node:path";
import { isWithin } from "@retinue/contained-fs";
import { pathProblem } from "../configure/path-problem.ts";
import { refused } from "./refused.ts";

/**
 * Where the container has what lies in its workspace. By name alone: the container opens it, and reaches nothing but its
 * own mounts.
 *
 * @throws LaunchWatcherError REQUEST_REFUSED.
 */
export function insideWorkspace(workspace: string, path: string, what: string): string {
  if (!isWithin(path, workspace) || pathProblem(path) !== undefined) {
    throw refused(
      `${what} ${JSON.stringify(path)} does not lie inside the workspace ${workspace}`,
      "Name a path inside the workspace.",
    );
  }
  return posix.join("/workspace", relative(workspace, path));
}
