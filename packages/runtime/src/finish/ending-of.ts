import { endingOfRecord, type RunEnd } from "@retinue/engine-contract";
import { isRetinueError } from "@retinue/errors";
import type { SupervisedEnd } from "../contract/supervised.ts";

/** What is known of an ending before recovery looks at what the run left behind. */
export function endingOf(end: SupervisedEnd, now: Date): RunEnd {
  if ("lost" in end) {
    return { ending: end.stopped ?? "error", exit_code: null, ended_at: now.toISOString(), reason: end.lost };
  }
  // The record has whole seconds, rounded down; who follows the run live knows better.
  const ended_at = new Date(Math.min(now.getTime(), (end.ended_at + 1) * 1000)).toISOString();
  return { ...endingOfRecord(end), exit_code: end.exit_code, ended_at };
}

/** The ending of a run that never got to an engine. */
export function unlaunched(ending: "cancelled" | "error", reason: string, at: Date = new Date()): RunEnd {
  return { ending, exit_code: null, ended_at: at.toISOString(), reason };
}

/** The ending of a run that could not be made ready, with what to do about it where that is known. */
export function unprepared(error: unknown, at: Date): RunEnd {
  const { message } = error as Error;
  const said = isRetinueError(error) ? `${message.replace(/\.$/, "")}. ${error.remedy}` : message;
  return unlaunched("error", `The run could not be prepared: ${said}`, at);
}
