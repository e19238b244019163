import { ContainedFsError, withRoot, type ContainedRoot } from "@retinue/contained-fs";
import type { SubagentPaths } from "./subagent-paths.ts";

/** Opens a subagent's workspace, walked to from its parent's: no name below that is trusted. */
export function withWorkspace<T>(
  { workspace, parentWorkspace }: Pick<SubagentPaths, "workspace" | "parentWorkspace">,
  use: (root: ContainedRoot) => T,
): T {
  return withRoot(workspace, use, { from: parentWorkspace });
}

/** The same for its log directory. */
export function withLog<T>(
  { logPath, logDirectory }: Pick<SubagentPaths, "logPath" | "logDirectory">,
  use: (root: ContainedRoot) => T,
): T {
  return withRoot(logPath, use, { from: logDirectory });
}

/** What `read` returns; undefined when what the child left there cannot be opened. */
export function ifReachable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ContainedFsError) return undefined;
    throw error;
  }
}
