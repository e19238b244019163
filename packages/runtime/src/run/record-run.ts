import { makeActiveDurable, writeActive } from "../own/active-index.ts";
import { pointerTo } from "../own/pointer-to.ts";
import { createLogDirectory } from "../prepare/prepare-workspace.ts";
import { registryRow } from "../record/registry-row.ts";
import { writeRunRecord, type RecordedRun } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "./open-workspace.ts";

/** Writes a run down that is about to be launched. */
export function recordBegun(workspace: OpenWorkspace, { paths, record }: RecordedRun): Promise<void> {
  // An only run that never began means nothing after a power cut; what an earlier one brought back does.
  const isDurable = record.runs.length > 1;
  return workspace.asOwner(async () => {
    if (isDurable) await makeActiveDurable(workspace.state.active, paths.subagentId);
    await writeRunRecord(paths.runRecord, record, isDurable);
  });
}

/** Sees to it that a run that was launched is found again, whatever happens. */
export function recordRunning(workspace: OpenWorkspace, { paths, record }: RecordedRun): Promise<void> {
  return workspace.asOwner(async () => {
    // First: nobody looks for a record that no note leads to.
    await makeActiveDurable(workspace.state.active, paths.subagentId);
    await writeRunRecord(paths.runRecord, record);
  });
}

/** Makes known to every server that a run goes on. */
export function enterRunning(workspace: OpenWorkspace, run: RecordedRun): Promise<void> {
  return workspace.asOwner(() => enterRow(workspace, run));
}

/** Makes the end known to every server: the result, that it waits for somebody (`isOffered`), and its row. */
export async function recordEnd(
  workspace: OpenWorkspace,
  run: RecordedRun,
  isOffered: boolean,
): Promise<void> {
  workspace.restoreNotes();
  await workspace.asOwner(async () => {
    // Before the run counts as ended, so that nobody sees it ended and its result not on offer.
    if (isOffered) await workspace.offers.offer(pointerOf(workspace, run));
    createLogDirectory(run.paths);
    await writeRunRecord(run.paths.runRecord, run.record);
  });
  await enterEnd(workspace, run);
}

/** What follows from a recorded end: the registry's row, and that the run is not open any more. */
export function enterEnd(workspace: OpenWorkspace, run: RecordedRun): Promise<void> {
  const { state, lock } = workspace;
  return workspace.asOwner(async () => {
    await enterRow(workspace, run);
    await lock.run(() => {
      writeActive(state.active, { ...pointerOf(workspace, run), launched: true, ended: true });
    });
  });
}

function pointerOf({ owner }: OpenWorkspace, { paths, record }: RecordedRun) {
  return { ...pointerTo(paths, record.runs.length), owner: owner.id };
}

function enterRow({ rows }: OpenWorkspace, { paths, record }: RecordedRun): Promise<void> {
  return rows.add(registryRow(paths, record));
}
