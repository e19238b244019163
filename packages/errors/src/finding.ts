/** What a look at one thing of this machine found. */
export interface Finding {
  readonly name: string;
  /** Whether it is there and can be used. */
  readonly ok: boolean;
  /** What was seen, on one line; never the value of a key. */
  readonly found: string;
  /** What to do, best the one command that changes it; absent when it is well, or when nothing can be done. */
  readonly remedy?: string;
}
