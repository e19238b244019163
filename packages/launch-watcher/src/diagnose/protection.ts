import type { Finding } from "@retinue/errors";

/** One protection, by name: whether it is in force here. */
export interface Protection extends Finding {
  /** Runs are refused, or fail, without a required one. */
  readonly required: boolean;
  /** What to do when it is not in force. */
  readonly remedy: string;
}
