import type { TokenCount } from "../api/token-count.ts";

/** What became of a call, before its last byte is passed on. */
export interface Outcome {
  /** Of the upstream's answer; 0 when there was none. */
  readonly status: number;
  readonly whole: boolean;
  /** "free": nobody was asked, or the answer was an error. "unknown": it may have cost what nobody said. */
  readonly cost: "free" | "counted" | "unknown";
  readonly count: TokenCount;
}

export const unanswered: Outcome = { status: 0, whole: false, cost: "unknown", count: {} };
export const unasked: Outcome = { status: 0, whole: false, cost: "free", count: {} };

/** Counted where both sides were said: of half a count no cost is known. */
export function answered(status: number, whole: boolean, count: TokenCount): Outcome {
  // A stream that breaks off has said less than it has cost.
  const known = whole && count.input !== undefined && count.output !== undefined;
  return { status, whole, cost: known ? "counted" : "unknown", count };
}
