import type { RunRecord } from "@retinue/engine-contract";
import type { SimplifiedStatus, SubagentResult } from "@retinue/status-model";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import type { Supervised } from "../supervise/supervised.ts";

/** A run that this process owns and has not finished. */
export interface LiveRun {
  readonly paths: SubagentPaths;
  readonly number: number;
  /** As run.json has it. */
  record: RunRecord;
  supervised: Supervised | undefined;
  /** A stop was asked for by somebody, as against a deadline. */
  cancelled: boolean;
  /** Its engine has ended: it holds no place any more, recorded or not. */
  over: boolean;
  /** Its result was had by whoever asked for it, before it could be recorded. */
  acknowledged: boolean;
  readonly listeners: Set<(status: SimplifiedStatus) => void>;
  readonly result: Promise<SubagentResult>;
  readonly settle: (result: SubagentResult) => void;
  /** Lets this process end although the run goes on. */
  readonly letGo: () => void;
}

/** Any time longer than a run. */
const HOLD_MS = 2 ** 30;

export function liveRun(paths: SubagentPaths, record: RunRecord): LiveRun {
  const { promise, resolve } = Promise.withResolvers<SubagentResult>();
  // A program that awaits the result and does nothing else must not end before it comes.
  const hold = setInterval(() => {}, HOLD_MS);
  return {
    paths,
    number: record.runs.length,
    record,
    supervised: undefined,
    cancelled: false,
    over: false,
    acknowledged: false,
    listeners: new Set(),
    result: promise,
    settle: (result) => {
      clearInterval(hold);
      resolve(result);
    },
    letGo: () => {
      clearInterval(hold);
    },
  };
}
