import { isUnreadable } from "@retinue/contained-fs";
import type { ProcessIdentity } from "@retinue/engine-contract";
import { isThisMachine, thisMachine } from "./machine.ts";
import { readClaim, readEnded, readEngine, readStopped, readUnrecordedExit } from "./run-files.ts";
import { isOfRun, isSupervising } from "./run-membership.ts";
import type { SupervisedEnd } from "../contract/supervised.ts";
import type { SupervisorPlan } from "./supervisor-plan.ts";

/**
 * Where a run stands. `unreadable`: what tells could not be looked at; to be looked at again. `incomplete`: a file
 * that is about to be written is not there; to be looked at again, and lost when it still is so. `recorded`: its end lies there, and its supervisor is about to go, or
 * the engine wrote it; to be looked at again soon. `sweep`: nobody has ended what the run may have left
 * behind, or only the record says so.
 */
export type RunState =
  | { readonly is: "running" }
  | { readonly is: "recorded" }
  | { readonly is: "unreadable"; readonly end: SupervisedEnd }
  | { readonly is: "incomplete"; readonly end: SupervisedEnd }
  | { readonly is: "ended"; readonly end: SupervisedEnd; readonly sweep: boolean };

// A supervisor elsewhere has recorded its end by then, whatever its engine does.
const elsewhereGraceMs = 60_000;

/**
 * Looks at what the supervisor wrote and at which of its processes live.
 *
 * @param known The supervisor, where it is known already: it goes on without its directory.
 */
export function runState(
  directory: string,
  plan: SupervisorPlan | undefined,
  known?: ProcessIdentity,
): RunState {
  try {
    return stateOf(directory, plan, known);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return {
      is: "unreadable",
      end: { lost: `What its supervisor recorded cannot be read: ${error.message}` },
    };
  }
}

function stateOf(
  directory: string,
  plan: SupervisorPlan | undefined,
  known: ProcessIdentity | undefined,
): RunState {
  const record = readEnded(directory);
  const claim = readClaim(directory, plan ?? thisMachine());
  const supervisor = known ?? (typeof claim === "object" ? claim : undefined);
  const isSupervised =
    plan !== undefined && supervisor !== undefined && isSupervising(supervisor, plan.marker);
  if (record !== undefined) return isSupervised ? { is: "recorded" } : ended(record, true);
  if (isSupervised) return { is: "running" };
  if (claim === "none") return ended({ lost: "The directory of its supervisor was removed while it ran" });
  if (claim === "adopted") {
    return ended({
      lost: "It was never started: the server that launched it ended before its supervisor began",
    });
  }
  if (claim === "unfinished") {
    return { is: "incomplete", end: { lost: "Its supervisor died before the engine was started" } };
  }
  if (plan === undefined)
    return ended({ lost: "What its supervisor was started with (plan.json) is damaged" });
  if (!isThisMachine(plan)) return stateElsewhere(plan);
  const engine = readEngine(directory, plan);
  if (engine !== undefined && isOfRun(engine.process, plan.marker)) return { is: "running" };
  // Between the first look and now it may have ended as it should.
  const last = readEnded(directory);
  if (last !== undefined) return ended(last, true);
  const unrecorded = readUnrecordedExit(directory);
  if (unrecorded !== undefined) return ended(unrecorded, true);
  if (engine === undefined) {
    return { is: "incomplete", end: { lost: "Its supervisor died before the engine was started" } };
  }
  return ended(
    lostWith(directory, "Its supervisor was killed; the engine has ended, its exit code is unknown"),
    true,
  );
}

/** Processes of another boot are gone; those of another pid namespace cannot be seen from here. */
function stateElsewhere(plan: SupervisorPlan): RunState {
  if (plan.boot_id !== thisMachine().boot_id) {
    return ended({ lost: "The machine was restarted, or it is another one: the run ended without a record" });
  }
  const latest = plan.deadline + (plan.interrupt_seconds + plan.terminate_seconds) * 1000 + elsewhereGraceMs;
  if (Date.now() < latest) return { is: "running" };
  return ended({
    lost: "It ran in another pid namespace, a container that is gone probably, and left no record by its deadline",
  });
}

function lostWith(directory: string, lost: string): SupervisedEnd {
  const stopped = readStopped(directory);
  if (stopped === "") return { lost };
  const why = stopped === "timeout" ? "at its deadline" : "on request";
  return { lost: `${lost}; it was being stopped ${why}`, stopped };
}

function ended(end: SupervisedEnd, sweep = false): RunState {
  return { is: "ended", end, sweep };
}
