import { copyFileWithin, isWithin, openRoot } from "@retinue/contained-fs";
import { lstatSync, realpathSync } from "node:fs";
import { isAbsolute, join, normalize, relative } from "node:path";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { SubagentPaths } from "./subagent-paths.ts";

const maxBytes = 256 * 1024 * 1024;
const maxMilliseconds = 60_000;

/**
 * Checks that files named by a task are regular files inside the parent's workspace.
 *
 * @throws RuntimeError CONTEXT_PATH_REFUSED naming the file.
 */
export function checkContextFiles(files: readonly string[], workspace: string): void {
  for (const file of files) {
    const path = normalize(file);
    if (isAbsolute(path) || !isWithin(join(workspace, path), workspace) || file.includes("\0")) {
      throw refused(file, "it must be relative and inside the parent's workspace");
    }
    const absolute = join(workspace, path);
    if (lstatSync(absolute, { throwIfNoEntry: false })?.isFile() !== true) {
      throw refused(file, `there is no such regular file in ${workspace}`);
    }
    if (!isWithin(realpathSync(absolute), realpathSync(workspace)))
      throw refused(file, "it leads out of the workspace");
  }
}

/**
 * Copies checked files to the same place in the subagent's workspace, in the place of whatever the subagent
 * has put there.
 */
export async function copyContextFiles(files: readonly string[], paths: SubagentPaths): Promise<void> {
  if (files.length === 0) return;
  const real = realpathSync(paths.parentWorkspace);
  using from = openRoot(real);
  using to = openRoot(paths.workspace, { from: paths.parentWorkspace });
  let left = maxBytes;
  for (const file of files) {
    const path = normalize(file);
    // A directory on the way may be a link of the parent's own.
    const source = relative(real, realpathSync(join(real, path)));
    const limits = { maxBytes: left, maxMilliseconds };
    left -= (await copyFileWithin({ root: from, path: source }, { root: to, path }, limits)).bytes;
  }
}

function refused(file: string, rule: string): RuntimeError {
  return new RuntimeError(
    "CONTEXT_PATH_REFUSED",
    `context file ${JSON.stringify(file)} is refused: ${rule}`,
    {
      remedy: "Name files by their path relative to the parent's workspace.",
      details: { file },
    },
  );
}
