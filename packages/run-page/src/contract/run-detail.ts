import type { BudgetLimits, Changes } from "@retinue/status-model";
import type { RunRow } from "./run-row.ts";

/** A run as it stands. Times are Unix times in milliseconds. */
export interface RunDetail {
  readonly row: RunRow;
  /** Why it is taken as over, where nothing says so. */
  readonly remark?: string | undefined;
  readonly startedMs?: number | undefined;
  readonly endedMs?: number | undefined;
  readonly deadlineMs?: number | undefined;
  readonly budget?: BudgetLimits | undefined;
  /** In order of registration. */
  readonly agents: readonly AgentDetail[];
  readonly votes: readonly (readonly [label: string, count: number])[];
  readonly winner?: string | undefined;
  /** What its last run changed, where it was given something to change. */
  readonly changes?: Changes | undefined;
  /** What happened to it, a line for each thing that is known. */
  readonly history: readonly string[];
}

export interface AgentDetail {
  readonly id: string;
  readonly status: string;
  readonly error?: string | undefined;
  readonly rounds: readonly AgentRound[];
  readonly answers: readonly { readonly label: string; readonly atMs?: number | undefined }[];
  /** Its vote that counts. */
  readonly vote?: AgentVote | undefined;
}

export interface AgentVote {
  /** The answer's label, or whose it is. */
  readonly for: string;
  readonly agent?: string | undefined;
  readonly reason?: string | undefined;
  readonly atMs?: number | undefined;
}

export interface AgentRound {
  readonly number: number;
  /** `initial_answer`, `voting`, `presentation`, or what another engine calls it. */
  readonly type: string;
  /** Undefined: it goes on. */
  readonly outcome?: string | undefined;
  readonly startMs: number;
  readonly endMs?: number | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  /** US dollars. */
  readonly cost?: number | undefined;
}

/** How far an agent has come in its newest round. */
export interface DraftNews {
  readonly agent: string;
  readonly round: number;
  /** Its end; what comes before is left out where it is long. */
  readonly text: string;
  readonly isCut: boolean;
}
