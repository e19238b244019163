import type { ContainedRoot } from "@retinue/contained-fs";
import { endingOfRecord, type Ending, type RunRecord } from "@retinue/engine-contract";
import type { KnownEnding } from "./known-ending.ts";
import { lastOutputLines, lastSupervisedRun, readSupervisorRecord } from "./read-supervisor-record.ts";

/** The ending of the last run by `run.json`, else by its supervisor; `undefined` when neither says. */
export function recordedEnding(log: ContainedRoot, record: RunRecord | undefined): KnownEnding | undefined {
  const run = record?.runs.at(-1);
  const number = run?.number ?? lastSupervisedRun(log);
  if (run?.ended !== undefined) {
    const { ending, reason, ended_at } = run.ended;
    return {
      ending,
      known: "run.json",
      explanation: `run.json says that run ${run.number} ended with "${ending}"`,
      error: withOutput(reason, ending, log, run.number),
      executionTimeSeconds: secondsBetween(run.started_at, Date.parse(ended_at)),
    };
  }
  const ended = number === undefined ? undefined : readSupervisorRecord(log, number);
  if (number === undefined || ended === undefined) return undefined;
  const { ending, reason } = endingOfRecord(ended);
  return {
    ending,
    known: "supervisor",
    explanation: `the supervisor of run ${number} recorded exit code ${ended.exit_code}${ended.stopped && `, stopped: ${ended.stopped}`}`,
    error: withOutput(reason, ending, log, number),
    executionTimeSeconds: run && secondsBetween(run.started_at, ended.ended_at * 1000),
  };
}

function withOutput(reason: string | undefined, ending: Ending, log: ContainedRoot, run: number) {
  if (ending === "timeout" || ending === "cancelled" || ending === "budget") return reason;
  const parts = [reason, lastOutputLines(log, run)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(":\n");
}

function secondsBetween(start: string, end: number): number | undefined {
  const seconds = (end - Date.parse(start)) / 1000;
  return seconds >= 0 ? seconds : undefined;
}
