import { copyFileSync, lstatSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, normalize, sep } from "node:path";
import { RuntimeError } from "../contract/runtime-error.ts";
import { isInside } from "./context-paths.ts";

/**
 * Checks that files named by a task are regular files inside the parent's workspace.
 *
 * @throws RuntimeError CONTEXT_PATH_REFUSED naming the file.
 */
export function checkContextFiles(files: readonly string[], workspace: string): void {
  for (const file of files) {
    const path = normalize(file);
    if (isAbsolute(path) || path === ".." || path.startsWith(`..${sep}`) || file.includes("\0")) {
      throw refused(file, "it must be relative and inside the parent's workspace");
    }
    const absolute = join(workspace, path);
    if (lstatSync(absolute, { throwIfNoEntry: false })?.isFile() !== true) {
      throw refused(file, `there is no such regular file in ${workspace}`);
    }
    if (!isInside(realpathSync(workspace), realpathSync(absolute)))
      throw refused(file, "it leads out of the workspace");
  }
}

/** Copies checked files to the same place in the subagent's workspace. */
export function copyContextFiles(files: readonly string[], from: string, to: string): void {
  for (const file of files) {
    const target = join(to, normalize(file));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(from, normalize(file)), target);
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
