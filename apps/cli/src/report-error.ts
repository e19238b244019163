/** Says on stderr what went wrong and what to do about it. Returns the exit code for bad input, 2. */
export function reportError(error: unknown): number {
  const { message, remedy } = error as Partial<{ message: string; remedy: string }>;
  process.stderr.write(`retinue: ${message ?? String(error)}\n`);
  if (remedy !== undefined) process.stderr.write(`${remedy}\n`);
  return 2;
}
