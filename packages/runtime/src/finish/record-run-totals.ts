import type { RunRecord } from "@retinue/engine-contract";
import { dirname, join } from "node:path";
import { openWorkspaceLock } from "../own/workspace-lock.ts";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { runTotalsRow, upsertRunTotals } from "../record/run-totals.ts";

/**
 * Requirement "run-level totals": the log directory's metrics_summary.json carries the totals of its
 * subagents and a line for each. Parents with workspaces of their own may share a log directory, so the
 * lock is the directory's. May be repeated.
 */
export async function recordRunTotals({ logPath }: SubagentPaths, record: RunRecord): Promise<void> {
  const subagents = dirname(logPath);
  const lock = openWorkspaceLock(join(subagents, ".metrics.lock"));
  try {
    await lock.run(() => {
      upsertRunTotals(join(dirname(subagents), "metrics_summary.json"), runTotalsRow(record));
    });
  } finally {
    lock.close();
  }
}
