/** A run whose end is on record. */
export interface EndedRun {
  readonly subagentId: string;
  /** Within its subagent, from 1. */
  readonly run: number;
  /** Absolute: its run.json and its engine's logs are there. */
  readonly logPath: string;
}

/** Fits the option `telemetry` of a manager of `@retinue/runtime`. */
export interface Telemetry {
  /** Whether a trace is kept. `parent`: what the caller decided of it. Absent where no spans are sent. */
  readonly samples?: (traceId: string, parent: boolean | undefined) => boolean;
  /** Notes the run, and sends what its records say when there is time for it. */
  ended(run: EndedRun): void;
  /** Sends what is on its way, for a second at most. What was not sent by then, the next program does. */
  close(): Promise<void>;
}
