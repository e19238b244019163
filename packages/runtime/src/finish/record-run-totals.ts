import type { RunRecord } from "@retinue/engine-contract";
import { dirname, join } from "node:path";
import { underLock } from "../own/workspace-lock.ts";
import { runTotalsRow, upsertRunTotals, type RunTotalsRow } from "../record/run-totals.ts";

/** What a run that ended adds to the totals of its log directory. */
export interface RunTotals {
  /** Of all subagents of that log directory. */
  readonly subagents: string;
  readonly row: RunTotalsRow;
}

export function runTotals(logPath: string, record: RunRecord): RunTotals {
  return { subagents: dirname(logPath), row: runTotalsRow(record) };
}

/**
 * Requirement "run-level totals": the log directory's metrics_summary.json carries the totals of its
 * subagents and a line for each. Parents with workspaces of their own may share a log directory, so the
 * lock is the directory's. May be repeated.
 */
export async function recordRunTotals(totals: readonly RunTotals[]): Promise<void> {
  for (const [subagents, group] of Map.groupBy(totals, (each) => each.subagents)) {
    await underLock(join(subagents, ".metrics.lock"), () =>
      upsertRunTotals(
        join(dirname(subagents), "metrics_summary.json"),
        group.map(({ row }) => row),
      ),
    );
  }
}
