import type { ActiveEntry } from "../own/active-index.ts";
import { pointerTo } from "../own/pointer-to.ts";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";

/** The note of a begun run, as its record tells it: the next contact adopts the run by it. */
export function noteOf({ paths, record }: RecordedRun): ActiveEntry {
  const { owner } = currentRun(record);
  return { ...pointerTo(paths, record.runs.length), owner, launched: true };
}
