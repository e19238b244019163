import type { RunEnd } from "@retinue/engine-contract";
import type { SupervisedEnd } from "../contract/supervised.ts";

/** What is known of an ending before recovery looks at what the run left behind. */
export function endingOf(end: SupervisedEnd, now: Date): RunEnd {
  if ("lost" in end) {
    return { ending: end.stopped ?? "error", exit_code: null, ended_at: now.toISOString(), reason: end.lost };
  }
  // The record has whole seconds, rounded down; who follows the run live knows better.
  const ended_at = new Date(Math.min(now.getTime(), (end.ended_at + 1) * 1000)).toISOString();
  const { exit_code } = end;
  if (end.stopped !== "") return { ending: end.stopped, exit_code, ended_at };
  if (exit_code === 0) return { ending: "completed", exit_code, ended_at };
  return { ending: "error", exit_code, ended_at, reason: reasonOf(exit_code) };
}

/** Shells answer 127 and 126 for programs that could not be started, 128 + n for signal n. */
function reasonOf(exitCode: number): string {
  if (exitCode < 0) return "The host did not run it to its end";
  if (exitCode === 127) return "The engine was not found (exit code 127)";
  if (exitCode === 126) return "The engine could not be executed (exit code 126)";
  if (exitCode > 128) return `The engine was killed by signal ${exitCode - 128} (exit code ${exitCode})`;
  return `The engine exited with code ${exitCode}`;
}

/** The ending of a run that never got to an engine. */
export function unlaunched(ending: "cancelled" | "error", reason: string, at: Date = new Date()): RunEnd {
  return { ending, exit_code: null, ended_at: at.toISOString(), reason };
}
