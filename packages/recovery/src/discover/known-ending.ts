import type { Ending } from "@retinue/engine-contract";

/** How a run ended, and how that is known. */
export interface KnownEnding {
  readonly ending: Ending;
  readonly known: "given" | "run.json" | "supervisor" | "process" | "inferred";
  /** For people: where it was read, or what it was inferred from. */
  readonly explanation: string;
  /** It has not ended: `ending` is what it would be if it were cut off now. */
  readonly isRunning?: true;
  /** The reason and the last lines of output, for a run that failed. */
  readonly error?: string | undefined;
  readonly executionTimeSeconds?: number | undefined;
  /** What the reader has to be told about it. */
  readonly warning?: string | undefined;
}
