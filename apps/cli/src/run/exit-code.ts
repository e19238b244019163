import type { SubagentResult } from "@retinue/status-model";

/** Of the commands that wait for results; 2 is what was refused, with nothing started. */
export const exitCodes = { completed: 0, nothing: 1, recovered: 3 } as const;
export type ResultExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Said in the help of each of these commands. */
export const exitCodeHelp =
  "0 completed, 3 an answer was recovered from what was cut off, 1 there is no answer, 2 refused; of several the worst";

/** The worst of several: no answer, then a recovered one. */
export function exitCodeOf(results: readonly SubagentResult[]): ResultExitCode {
  if (results.some(({ answer }) => answer === null)) return exitCodes.nothing;
  return results.every(({ success }) => success) ? exitCodes.completed : exitCodes.recovered;
}
