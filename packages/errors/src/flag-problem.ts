/**
 * What Node's `parseArgs` found wrong with a command line, without its own advice: that is about arguments that begin
 * with a dash, and the caller's remedy says what there is.
 */
export function flagProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split(/\. (?=To specify)|\n/)[0] ?? "").replace(/\.$/, "");
}
