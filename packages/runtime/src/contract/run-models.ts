/** How a run that is about to begin gets its models: by a broker of this machine, which alone has the keys. */
export interface RunModels {
  /** Holds the run's own socket and nothing else. */
  readonly socketDirectory: string;
  readonly socket: string;
  /** Of this machine's loopback, for programs that know no socket. */
  readonly port: number | undefined;
  /** Of its engine: where it asks, and the token of the run in place of a key. */
  readonly environment: Readonly<Record<string, string>>;
  /** Variables with keys, which no run gets. */
  readonly withheld: readonly string[];
}
