import { copyEngineLogs } from "../finish/copy-engine-logs.ts";
import { runTotals } from "../finish/record-run-totals.ts";
import { activeEntry, removeActive } from "../own/active-index.ts";
import type { RecordedRun } from "../record/run-record-file.ts";
import type { Aside } from "./aside.ts";
import type { OpenWorkspace } from "./open-workspace.ts";

/**
 * Keeps what goes with a recorded result: the totals, and logs that lie in the workspace. Afterwards the run is
 * open no more. Never rejects.
 */
export async function keepWithResult(
  { state, lock, settings, totals }: OpenWorkspace,
  { paths, record }: RecordedRun,
  aside: Aside,
): Promise<void> {
  await aside("totals", () => totals.add(runTotals(paths.logPath, record)));
  const leftOut = await aside("engine's log", () => copyEngineLogs(paths));
  if (leftOut !== undefined) {
    settings.log(`The engine's log of subagent ${paths.subagentId} is not whole: ${leftOut}`);
  }
  await aside("end", () =>
    lock.run(() => {
      const { subagentId } = paths;
      const entry = activeEntry(state.active, subagentId);
      // A continuation may have begun meanwhile, in another server.
      if (entry?.run === record.runs.length) removeActive(state.active, subagentId);
    }),
  );
}
