import type { OrchestratorStatus } from "@retinue/status-model";
import { openSources, type SourcePaths } from "../locate/sources.ts";
import { readRunStatus } from "./read-run-status.ts";

/**
 * Where a run stands, read anew each time: `full_logs/status.json`, else that of the runtime
 * workspace. `undefined` when there is none yet, or none that can be read. Give it to
 * `simplifyStatus` of `@retinue/status-model` for the view that models get.
 */
export async function readSubagentStatus(
  paths: Pick<SourcePaths, "logPath" | "workspacePath" | "attemptPath">,
): Promise<OrchestratorStatus | undefined> {
  const sources = openSources(paths);
  try {
    return (await readRunStatus(sources)).status;
  } finally {
    sources.close();
  }
}
