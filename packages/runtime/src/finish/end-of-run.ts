import type { RunEnd } from "@retinue/engine-contract";
import type { SupervisedEnd } from "../contract/supervised.ts";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";
import { endingOf } from "./ending-of.ts";
import { finishedByItsSession } from "./finished-by-its-session.ts";

/** How a run ended that was followed to its end: by its supervisor, and by what was known of it besides. */
export function endOfRun(run: RecordedRun, end: SupervisedEnd, now: Date): RunEnd {
  return finishedByItsSession(run, cutOffAtBudget(run, endingOf(end, now)));
}

/** A run that was stopped since its budget was spent: a supervisor knows of a stop only that somebody asked for it. */
function cutOffAtBudget({ record }: RecordedRun, end: RunEnd): RunEnd {
  if (currentRun(record).overspent !== true || end.ending !== "cancelled") return end;
  return { ...end, ending: "budget" };
}
