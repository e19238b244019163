import type { ConsideredAnswer, KnownEnding, ListedAnswer } from "@retinue/recovery";
import type { SubagentResult } from "@retinue/status-model";

/** Why this is the answer, by the recovery. */
export interface RunAccount {
  readonly status: string;
  readonly meaning: string;
  readonly ending: KnownEnding;
  readonly result: SubagentResult;
  /** What recovery goes by, in its order. */
  readonly rules: readonly { readonly reason: ConsideredAnswer["reason"]; readonly text: string }[];
  readonly considered: readonly ConsideredAnswer[];
  readonly answers: readonly ListedAnswer[];
  readonly found: string;
  readonly statusPath?: string | undefined;
  readonly attempts: readonly string[];
  readonly unreadable: readonly string[];
}

/** A part of a text that may be long. */
export interface BoundedText {
  readonly text: string;
  /** Bytes of all of it. */
  readonly size: number;
  readonly isCut: boolean;
}

/** New bytes of what an engine wrote. */
export interface LogNews {
  readonly stream: "stdout" | "stderr";
  readonly text: string;
}
