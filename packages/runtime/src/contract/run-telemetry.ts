/** A caller's place in a trace, as W3C Trace Context writes it. */
export interface CallerTrace {
  /** `00-<trace id>-<span id>-<flags>`. */
  readonly traceparent: string;
  /** At most 512 characters; handed on as it came. */
  readonly tracestate?: string | undefined;
}

/** A run whose end is on record, with what goes with it. */
export interface EndedRun {
  readonly subagentId: string;
  /** Within its subagent, from 1. */
  readonly run: number;
  /** Absolute: where run.json and the engine's logs are. */
  readonly logPath: string;
  /** Absolute. */
  readonly parentWorkspace: string;
}

/** Makes spans of runs, from their records. Whatever it does, no run waits for it. */
export interface RunTelemetry {
  /** Whether a trace is kept. `parent`: what the caller decided of it. Must not throw. Absent: no spans are made. */
  readonly samples?: ((traceId: string, parent: boolean | undefined) => boolean) | undefined;
  /**
   * Told of each run that this process brought back, also of one whose end an earlier server recorded and may have
   * told of already. Returns at once.
   */
  ended(run: EndedRun): void;
  /** Let go of with the manager that it was given to. Takes a moment at most, and does not reject. */
  close(): Promise<void>;
}
