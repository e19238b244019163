/** Variables of a process by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a variable is set to more than nothing. */
export function isSet(environment: Environment, name: string): boolean {
  return (environment[name] ?? "").trim() !== "";
}
