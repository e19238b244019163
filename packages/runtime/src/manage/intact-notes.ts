import { readActiveAndDamaged, removeActive, writeActive, type ActiveEntry } from "../own/active-index.ts";
import { isRecorded, recordedSubagents } from "../record/recorded-rows.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import { noteOf } from "./note-of.ts";

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
  for (const run of recordedSubagents(settings.workspace, logDirectory)) {
    if (damaged.delete(run.paths.subagentId)) writeActive(state.active, noteOf(run));
  }
  // A record that cannot be read just now keeps its note.
  const isKept = (id: string) => isRecorded(settings.workspace, logDirectory, id);
  for (const id of damaged) if (!isKept(id)) removeActive(state.active, id);
}
