import type { SpawnedSubagent } from "../contract/subagent-manager.ts";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";
import type { Delivery } from "./delivery.ts";

/** What a caller gets to hold of a run. */
export function handleOf(
  { paths, number, record }: RecordedRun & { readonly number: number },
  { result, progress }: Pick<Delivery, "result" | "progress">,
  launched: Promise<void>,
): SpawnedSubagent {
  const { timeout_seconds, warning, needs } = currentRun(record);
  return {
    subagentId: paths.subagentId,
    run: number,
    workspace: paths.workspace,
    statusFile: paths.statusFile,
    timeoutSeconds: timeout_seconds,
    warning,
    needs,
    result,
    launched,
    progress: (signal) => progress.read(signal),
  };
}
