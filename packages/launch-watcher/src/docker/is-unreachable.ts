/**
 * Whether an error of the engine's client says that no engine answered: it may in a moment, so that nothing
 * is decided by it. What an engine answered has a status.
 */
export function isUnreachable(error: unknown): boolean {
  return (error as { statusCode?: number }).statusCode === undefined;
}
