import type { Ending } from "@retinue/engine-contract";
import type { ResultStatus } from "@retinue/status-model";
import type { ConsideredAnswer, FoundAnswer } from "../answer/first-readable.ts";
import type { Sources } from "../locate/sources.ts";
import type { RunStatus } from "../read/read-run-status.ts";

/** What is known of a run that has ended. */
export interface Evidence {
  readonly ending: Ending;
  /** How it ended, in words; with the last lines of its output when it failed. */
  readonly error: string | undefined;
  readonly executionTimeSeconds: number;
  readonly run: RunStatus;
  readonly sources: Sources;
  readonly maxAnswerBytes: number;
}

/** What a run comes back as: one row of the table of endings. */
export interface Outcome {
  readonly status: ResultStatus;
  readonly error: string | null;
  readonly found?: FoundAnswer | undefined;
  readonly warnings?: readonly string[];
  readonly considered: readonly ConsideredAnswer[];
}

/** An output as one of the answers that were considered. */
export function outputTaken(output: FoundAnswer): ConsideredAnswer {
  return { reason: "output", taken: true, path: output.source.path };
}
