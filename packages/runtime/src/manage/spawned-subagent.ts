import type { SpawnedSubagent } from "../contract/subagent-manager.ts";
import { currentRun } from "../record/run-record-file.ts";
import type { LiveRun } from "./live-run.ts";

/** What a caller gets to hold of a run. */
export function spawnedSubagent(run: LiveRun): SpawnedSubagent {
  const { timeout_seconds, warning } = currentRun(run.record);
  return {
    subagent_id: run.paths.subagentId,
    workspace: run.paths.workspace,
    status_file: run.paths.statusFile,
    timeout_seconds,
    warning,
    result: run.result,
    onProgress: (listener) => {
      run.listeners.add(listener);
      return () => {
        run.listeners.delete(listener);
      };
    },
  };
}
