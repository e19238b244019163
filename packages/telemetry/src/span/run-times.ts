import type { RunAccount } from "../read/run-account.ts";

type EndedRun = RunAccount["run"];

/** When a run began and ended, in Unix milliseconds: from when it was asked for, its time in the queue included. */
export function runTimes(run: EndedRun): { readonly start: number; readonly end: number } {
  const start = Date.parse(run.accepted_at ?? run.started_at);
  // A supervisor counts in whole seconds.
  return { start, end: Math.max(Date.parse(run.ended.ended_at), Date.parse(run.started_at), start) };
}

/** How long it waited for its place; undefined for a record that does not say. */
export function queueSeconds({ accepted_at: accepted, started_at: started }: EndedRun): number | undefined {
  if (accepted === undefined) return undefined;
  return Math.max(0, (Date.parse(started) - Date.parse(accepted)) / 1000);
}
