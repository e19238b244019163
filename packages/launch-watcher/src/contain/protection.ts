import type { Finding } from "@retinue/errors";

/** One protection, by name: whether it is in force here. */
export interface Protection extends Finding {
  /** Runs are refused, or fail, without a required one. */
  readonly required: boolean;
  /** What to do when it is not in force. */
  readonly remedy: string;
}

/** Of an engine whose runs have a network: whether it is in force only a run that tries can tell. */
export const reachesNobody = "a run reaches nobody";
