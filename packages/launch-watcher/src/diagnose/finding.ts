/** One protection: whether it is in force here. */
export interface Finding {
  readonly protection: string;
  readonly ok: boolean;
  /** Runs are refused, or fail, without a required one. */
  readonly required: boolean;
  readonly found: string;
  /** What to do when it is not in force. */
  readonly remedy: string;
}
