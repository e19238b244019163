import type { SubagentResult } from "@retinue/status-model";
import type { Settings } from "../configure/manager-options.ts";
import type { RecordedRun } from "../record/run-record-file.ts";
import { afterSandbox } from "./after-sandbox.ts";
import { withChanges } from "./with-changes.ts";

/** A result with what its run left beside its answer: logins, which are put back, and changes. Never rejects. */
export function withWhatItLeft(
  run: RecordedRun,
  result: SubagentResult,
  settings: Settings,
): Promise<SubagentResult> {
  return withChanges(run, afterSandbox(run, result, settings), settings);
}
