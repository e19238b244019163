import { isOwnerAlive } from "../own/owner.ts";
import { readActive, writeActive } from "../own/active-index.ts";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import { noteOf } from "./note-of.ts";

/**
 * Notes a run anew whose note a power cut took: until it is launched the note is not synced, and its record is. Nobody
 * would bring it back, and it would be listed as running for ever. The next contact adopts it.
 */
export async function restoreLostNotes(
  { state, lock }: OpenWorkspace,
  recorded: readonly RecordedRun[],
): Promise<void> {
  const begun = recorded.filter(({ record }) => currentRun(record).state === "starting");
  if (begun.length === 0) return;
  await lock.run(() => {
    const noted = new Set(readActive(state.active).map(({ subagent_id }) => subagent_id));
    const lost = begun.filter(({ paths, record }) => {
      const { owner } = currentRun(record);
      return !noted.has(paths.subagentId) && !isOwnerAlive(state.owners, owner);
    });
    for (const run of lost) writeActive(state.active, noteOf(run));
  });
}
