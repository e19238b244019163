import { RuntimeError } from "../contract/runtime-error.ts";
import { activeEntry, isOpen, type ActiveEntry } from "../own/active-index.ts";
import type { RecordedRun } from "../record/run-record-file.ts";
import { jobStatus } from "../record/registry-row.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import { knownSubagent } from "./known-subagent.ts";

/** A subagent with a run that goes on or waits to, whoever owns it. */
export interface RunningSubagent extends RecordedRun {
  readonly entry: ActiveEntry;
}

/**
 * Finds a subagent that has a run.
 *
 * @throws RuntimeError UNKNOWN_SUBAGENT or NOT_RUNNING.
 */
export function runningSubagent(workspace: OpenWorkspace, subagentId: string): RunningSubagent {
  const { paths, record } = knownSubagent(workspace, subagentId);
  const entry = openEntry(workspace, subagentId);
  if (entry !== undefined) return { paths, record, entry };
  throw new RuntimeError("NOT_RUNNING", `subagent ${subagentId} is not running: ${jobStatus(record)}`, {
    remedy: "Read its result, or continue it.",
    details: { subagent_id: subagentId },
  });
}

/** The note of a subagent's run, unless that is over. */
export function openEntry({ state }: OpenWorkspace, subagentId: string): ActiveEntry | undefined {
  const entry = activeEntry(state.active, subagentId);
  return entry !== undefined && isOpen(entry) ? entry : undefined;
}
