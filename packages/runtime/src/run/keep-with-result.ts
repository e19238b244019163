import { copyEngineLogs } from "../finish/copy-engine-logs.ts";
import { runTotals } from "../finish/record-run-totals.ts";
import { activeEntry, removeActive } from "../own/active-index.ts";
import { readRunRecord, type RecordedRun } from "../record/run-record-file.ts";
import type { EndedRun } from "../contract/run-telemetry.ts";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import type { Aside } from "./aside.ts";
import type { OpenWorkspace } from "./open-workspace.ts";
import { enterRow } from "./record-run.ts";
import { retryUntilDone } from "./retry-until-done.ts";

/**
 * Keeps what goes with a recorded result: its row, the totals, and logs that lie in the workspace. Afterwards the
 * note of the run goes. Row and totals that could not be written are tried again, and nobody waits for that: what is
 * not written by the end of this server, the next one writes by the note. Never rejects.
 */
export async function keepWithResult(
  workspace: OpenWorkspace,
  run: RecordedRun,
  aside: Aside,
): Promise<void> {
  const { settings, closing, models } = workspace;
  const { paths, record } = run;
  await aside("spending", () => models.forget({ paths, number: record.runs.length }));
  const [isEntered, leftOut] = await Promise.all([
    aside("row", () => enter(workspace, run).then(() => true)),
    aside("engine's log", () => copyEngineLogs(paths)),
  ]);
  if (leftOut !== undefined) {
    settings.log(`The engine's log of subagent ${paths.subagentId} is not whole: ${leftOut}`);
  }
  // While the note of the run is there: what a kill cuts off here, the next server does.
  await aside("telemetry", () => settings.telemetry?.ended(endedRun(paths, record.runs.length)));
  if (isEntered === true) {
    await aside("end", () => takeNoteAway(workspace, run));
    return;
  }
  const enterLater = async (): Promise<void> => {
    workspace.restoreNotes();
    await enter(workspace, run);
    await takeNoteAway(workspace, run);
  };
  void retryUntilDone(enterLater, { signal: closing, onFailure: () => {} });
}

function endedRun({ subagentId, logPath, parentWorkspace }: SubagentPaths, run: number): EndedRun {
  return { subagentId, run, logPath, parentWorkspace };
}

async function enter(workspace: OpenWorkspace, run: RecordedRun): Promise<void> {
  const { paths, record } = run;
  // Tried again late, it would put an earlier run's row over a later one's.
  if (hasLaterRun(run)) return;
  await Promise.all([enterRow(workspace, run), workspace.totals.add(runTotals(paths.logPath, record))]);
}

function hasLaterRun({ paths, record }: RecordedRun): boolean {
  try {
    return (readRunRecord(paths.runRecord)?.runs.length ?? 0) > record.runs.length;
  } catch {
    // What cannot be read was changed by somebody else since.
    return false;
  }
}

function takeNoteAway({ state, lock }: OpenWorkspace, { paths, record }: RecordedRun): Promise<void> {
  return lock.run(() => {
    const { subagentId } = paths;
    const entry = activeEntry(state.active, subagentId);
    // A continuation may have begun meanwhile, in another server.
    if (entry?.run === record.runs.length) removeActive(state.active, subagentId);
  });
}
