/** Of an engine that ends since its budget is spent, and nobody had answered: beyond those that programs use. */
export const budgetExitCode = 79;

/**
 * What an engine's exit code says of a run that failed. Shells answer 127 and 126 for programs that could not be
 * started, 128 + n for signal n; a host says -1 of what it did not run to its end.
 */
export function exitReason(exitCode: number): string {
  if (exitCode < 0) return "The host did not run it to its end";
  if (exitCode === 127) return "The engine was not found (exit code 127)";
  if (exitCode === 126) return "The engine could not be executed (exit code 126)";
  if (exitCode > 128) return `The engine was killed by signal ${exitCode - 128} (exit code ${exitCode})`;
  return `The engine exited with code ${exitCode}`;
}
