/** What a look at this machine found about one thing. */
export interface Finding {
  readonly name: string;
  /** Whether it is there and can be used. */
  readonly ok: boolean;
  /** What was seen, on one line; never the value of a key. */
  readonly found: string;
  /** The one command that changes it; absent when it is well, or when no command can. */
  readonly remedy?: string;
}

/** Variables of a process by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a variable is set to more than nothing. */
export function isSet(environment: Environment, name: string): boolean {
  return (environment[name] ?? "").trim() !== "";
}
