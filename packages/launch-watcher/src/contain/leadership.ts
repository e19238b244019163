/**
 * The right to be the one watcher of a spool, where several may be there. Disposing of it hands it on, where it is had
 * still.
 */
export interface Leadership extends AsyncDisposable {
  /** What gives it: each watcher of a spool has to go by the same. */
  readonly name: string;
  /**
   * Asked right before each thing that changes something, on the engine or in a directory that others see.
   *
   * @throws Error once it may be another's, by a clock that nobody sets, or is.
   */
  confirm(): void;
  /** Aborted once another one had it: what was known of requests is old. */
  readonly lost: AbortSignal;
}

export interface Leading {
  /** Names the spool. */
  readonly launcher: string;
  /** Aborted: it is not waited for any longer. */
  readonly signal: AbortSignal;
  readonly log: (event: {
    readonly level: "info" | "warn";
    readonly event: string;
    readonly [detail: string]: unknown;
  }) => void;
}
