import { copyEngineLogs } from "../finish/copy-engine-logs.ts";
import { runTotals } from "../finish/record-run-totals.ts";
import { activeEntry, removeActive } from "../own/active-index.ts";
import type { RecordedRun } from "../record/run-record-file.ts";
import type { Aside } from "./aside.ts";
import type { OpenWorkspace } from "./open-workspace.ts";
import { enterRow } from "./record-run.ts";

/**
 * Keeps what goes with a recorded result: its row, the totals, and logs that lie in the workspace. Afterwards the
 * note of the run goes; one whose row could not be written keeps it for the next server. Never rejects.
 */
export async function keepWithResult(
  workspace: OpenWorkspace,
  { paths, record }: RecordedRun,
  aside: Aside,
): Promise<void> {
  const { state, lock, settings, totals } = workspace;
  const [isEntered] = await Promise.all([
    aside("row", () => enterRow(workspace, { paths, record }).then(() => true)),
    aside("totals", () => totals.add(runTotals(paths.logPath, record))),
  ]);
  const leftOut = await aside("engine's log", () => copyEngineLogs(paths));
  if (leftOut !== undefined) {
    settings.log(`The engine's log of subagent ${paths.subagentId} is not whole: ${leftOut}`);
  }
  if (isEntered === undefined) return;
  await aside("end", () =>
    lock.run(() => {
      const { subagentId } = paths;
      const entry = activeEntry(state.active, subagentId);
      // A continuation may have begun meanwhile, in another server.
      if (entry?.run === record.runs.length) removeActive(state.active, subagentId);
    }),
  );
}
