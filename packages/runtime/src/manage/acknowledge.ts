import { retryUntilDone } from "../finish/retry-until-done.ts";
import { removeFinished, type FinishedEntry } from "../own/active-index.ts";
import type { ManagerContext } from "./manager-context.ts";

type Run = Pick<FinishedEntry, "subagent_id" | "run">;

/**
 * Results that somebody has had. One whose note cannot be taken away now is not offered again by this server,
 * which goes on trying.
 */
export function acknowledge(
  { state, live, closing, settings, acknowledged }: ManagerContext,
  runs: readonly Run[],
) {
  for (const run of runs) {
    const unrecorded = live.get(run.subagent_id);
    if (unrecorded?.number === run.run) unrecorded.acknowledged = true;
    const key = keyOf(run);
    acknowledged.add(key);
    const take = async () => {
      // Not there any more when the same id was spawned again: then the note is another result's.
      if (acknowledged.has(key)) removeFinished(state.finished, run);
      acknowledged.delete(key);
    };
    const onFailure = ({ message }: Error) =>
      settings.log(`That the result of subagent ${run.subagent_id} was had could not be noted: ${message}`);
    void retryUntilDone(take, { signal: closing, onFailure });
  }
}

/** Whether a result was had, though its note is still there. */
export function wasHad({ acknowledged }: ManagerContext, run: Run): boolean {
  return acknowledged.has(keyOf(run));
}

/** A result that nobody has had yet, of a run that may be called as an earlier one. */
export function offerAnew({ acknowledged }: ManagerContext, run: Run): void {
  acknowledged.delete(keyOf(run));
}

const keyOf = ({ subagent_id, run }: Run) => `${subagent_id}.${run}`;
