import { logLayout } from "./log-layout.ts";

/** Files of a run's supervisor that others read, in `supervisorPath`. */
export const supervisorFiles = {
  /** How the run ended: see `supervisorRecordSchema`. */
  ended: "ended.json",
  /** What models were asked, by the broker of the run: see `loggedCallSchema`. */
  calls: "calls.jsonl",
  stdout: "stdout.log",
  stderr: "stderr.log",
} as const;

/** Where the supervisor of a subagent's run writes, in the log directory. */
export function supervisorPath(run: number): string {
  return `${logLayout.supervisor}/run_${run}`;
}

/** The number of the run that a directory in `supervisor` is about; undefined for other names. */
export function supervisedRun(name: string): number | undefined {
  const number = Number(/^run_([1-9]\d*)$/.exec(name)?.[1]);
  return Number.isSafeInteger(number) ? number : undefined;
}
