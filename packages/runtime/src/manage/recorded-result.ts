import { subagentResultSchema, type SubagentResult } from "@retinue/status-model";
import { currentRun } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import { knownSubagent } from "./known-subagent.ts";

/**
 * What a subagent's last run came back with; undefined while it goes on.
 *
 * @throws RuntimeError UNKNOWN_SUBAGENT.
 */
export function recordedResult(workspace: OpenWorkspace, subagentId: string): SubagentResult | undefined {
  const { record } = knownSubagent(workspace, subagentId);
  return subagentResultSchema.safeParse(currentRun(record).result).data;
}
