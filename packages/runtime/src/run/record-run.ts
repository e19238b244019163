import { writeActive } from "../own/active-index.ts";
import { pointerTo } from "../own/pointer-to.ts";
import { createLogDirectory } from "../prepare/prepare-workspace.ts";
import { registryRow } from "../record/registry-row.ts";
import { recordedRows } from "../record/recorded-rows.ts";
import { registryPath, upsertRegistryRow } from "../record/registry.ts";
import { writeRunRecord, type RecordedRun } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "./open-workspace.ts";

/** Makes known to every server that a run was launched. */
export async function recordRunning(workspace: OpenWorkspace, run: RecordedRun): Promise<void> {
  writeRunRecord(run.paths.runRecord, run.record);
  await workspace.lock.run(() => upsertRow(workspace, run));
}

/** Makes the end known to every server: the result, that it waits for somebody (`isOffered`), and its row. */
export async function recordEnd(
  workspace: OpenWorkspace,
  run: RecordedRun,
  isOffered: boolean,
): Promise<void> {
  workspace.restoreNotes();
  // Before the run counts as ended, so that nobody sees it ended and its result not on offer.
  if (isOffered) workspace.offers.offer(pointerOf(workspace, run));
  createLogDirectory(run.paths);
  writeRunRecord(run.paths.runRecord, run.record);
  await enterEnd(workspace, run);
}

/** What follows from a recorded end: the registry's row, and that the run is not open any more. */
export async function enterEnd(workspace: OpenWorkspace, run: RecordedRun): Promise<void> {
  const { state, lock } = workspace;
  await lock.run(() => {
    upsertRow(workspace, run);
    writeActive(state.active, { ...pointerOf(workspace, run), launched: true, ended: true });
  });
}

function pointerOf({ owner }: OpenWorkspace, { paths, record }: RecordedRun) {
  return { ...pointerTo(paths, record.runs.length), owner: owner.id };
}

function upsertRow({ settings, logDirectory }: OpenWorkspace, { paths, record }: RecordedRun): void {
  const row = registryRow(paths, record);
  // One that was removed is made anew from the records, and not from this run alone.
  const recorded = () => recordedRows(settings.workspace, logDirectory);
  upsertRegistryRow(registryPath(settings.workspace), row, settings, recorded);
}
