import type { RunEnd, RunRecord } from "@retinue/engine-contract";
import type { SubagentResult } from "@retinue/status-model";
import { spentByHost } from "../delegate/spent-by-host.ts";
import { policyInForce } from "../delegate/policy-in-force.ts";
import { supervisorDirectory } from "../prepare/subagent-paths.ts";
import { engineSession } from "../record/engine-session.ts";
import { withCurrentRun, type RecordedRun } from "../record/run-record-file.ts";
import { linkFullLogs } from "../watch/full-logs-link.ts";

/**
 * The record of a run that came back. What the child left beside its result is read in bounds and each by itself:
 * neither keeps the result from being recorded.
 *
 * @param aside Does something that may fail alone, and says so.
 */
export async function recordOfEnd(
  { paths, record }: RecordedRun,
  end: RunEnd,
  result: SubagentResult,
  aside: <T>(what: string, act: () => T) => Promise<T | undefined>,
): Promise<RunRecord> {
  const session = await aside("session", () => engineSession(paths));
  const directory = supervisorDirectory(paths.logPath, record.runs.length);
  const models = spentByHost(directory);
  const policy = await aside("policy", () => policyInForce(directory));
  // Whoever has the result looks for the log there; a copy, which takes time, comes later.
  await aside("log's place", () => linkFullLogs(paths));
  return withCurrentRun(record, {
    state: "ended",
    ended: end,
    result,
    ...(models !== undefined && { models }),
    ...(policy !== undefined && { policy }),
    ...(session?.saved === true && { session_id: session.id }),
  });
}
