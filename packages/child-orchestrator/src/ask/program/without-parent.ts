/** The environment of an agent's program: a Claude Code that sees that it was started by another refuses to run. */
export function withoutParent(environment: Readonly<Record<string, string>>): Record<string, string> {
  const { CLAUDECODE: _, ...rest } = environment;
  return rest;
}
