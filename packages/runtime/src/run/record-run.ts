import { writeActive, writeFinished } from "../own/active-index.ts";
import { pointerTo } from "../own/pointer-to.ts";
import { createLogDirectory } from "../prepare/prepare-workspace.ts";
import { registryRow } from "../record/registry-row.ts";
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
  const { state, lock, owner } = workspace;
  const pointer = { ...pointerTo(run.paths, run.record.runs.length), owner: owner.id };
  workspace.restoreNotes();
  // Before the run counts as ended, so that nobody sees it ended and its result not on offer.
  if (isOffered) writeFinished(state.finished, pointer);
  createLogDirectory(run.paths);
  writeRunRecord(run.paths.runRecord, run.record);
  await lock.run(() => {
    upsertRow(workspace, run);
    writeActive(state.active, { ...pointer, launched: true, ended: true });
  });
}

function upsertRow({ settings }: OpenWorkspace, { paths, record }: RecordedRun): void {
  const row = registryRow(paths, record);
  upsertRegistryRow(registryPath(settings.workspace), row, settings);
}
