import { entryAt } from "@retinue/contained-fs";
import { RuntimeError, type SubagentManager } from "@retinue/runtime";
import { join, resolve } from "node:path";
import { openManager } from "../run/open-manager.ts";

/**
 * Hands on a manager of what goes on in a parent's workspace, which can look, tell and stop, and start nothing.
 *
 * @throws RuntimeError UNKNOWN_SUBAGENT where there are no subagents.
 */
export async function withManager<T>(
  workspace: string | undefined,
  use: (manager: SubagentManager) => Promise<T>,
): Promise<T> {
  const manager = await openManager(requireSubagents(workspace));
  try {
    return await use(manager);
  } finally {
    await manager.close();
  }
}

/**
 * The absolute path of a parent's workspace, by default the current directory. Opening one makes directories in it: not
 * in one that was named by mistake.
 *
 * @throws RuntimeError UNKNOWN_SUBAGENT where there are no subagents.
 */
export function requireSubagents(workspace = "."): string {
  const directory = resolve(workspace);
  if (entryAt(join(directory, "subagents"))?.kind === "directory") return directory;
  throw new RuntimeError("UNKNOWN_SUBAGENT", `${directory} holds no subagents`, {
    remedy: "Name the workspace of the parent with --workspace DIR: the directory with the folder subagents.",
    details: { workspace: directory },
  });
}
