import { readActiveAndDamaged, removeActive, writeActive, type ActiveEntry } from "../own/active-index.ts";
import { pointerTo } from "../own/pointer-to.ts";
import { isRecorded, recordedSubagents } from "../record/recorded-rows.ts";
import { currentRun } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";

/**
 * The notes of runs that are open; those that a power cut has damaged are made anew from the records first, so that
 * somebody brings their runs back. What has no record was never begun.
 */
export async function intactNotes(workspace: OpenWorkspace): Promise<readonly ActiveEntry[]> {
  const { state, lock } = workspace;
  const { entries, damaged } = readActiveAndDamaged(state.active);
  if (damaged.length === 0) return entries;
  await lock.run(() => restoreDamaged(workspace));
  return readActiveAndDamaged(state.active).entries;
}

function restoreDamaged({ settings, logDirectory, state }: OpenWorkspace): void {
  // Once more, under the lock: another server may have done it.
  const damaged = new Set(readActiveAndDamaged(state.active).damaged);
  for (const { paths, record } of recordedSubagents(settings.workspace, logDirectory)) {
    if (!damaged.delete(paths.subagentId)) continue;
    const { owner } = currentRun(record);
    writeActive(state.active, { ...pointerTo(paths, record.runs.length), owner, launched: true });
  }
  // A record that cannot be read just now keeps its note.
  const isKept = (id: string) => isRecorded(settings.workspace, logDirectory, id);
  for (const id of damaged) if (!isKept(id)) removeActive(state.active, id);
}
