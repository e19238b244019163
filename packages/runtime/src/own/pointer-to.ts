import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import type { FinishedEntry } from "./active-index.ts";

/** How our notes name a run. */
export function pointerTo(
  { subagentId, logPath, parentWorkspace }: SubagentPaths,
  run: number,
): Pick<FinishedEntry, "subagent_id" | "log_path" | "parent_workspace" | "run"> {
  return { subagent_id: subagentId, log_path: logPath, parent_workspace: parentWorkspace, run };
}
