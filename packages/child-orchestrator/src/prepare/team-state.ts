import type { Stage, Usage } from "../contract/agent-backend.ts";
import type { TeamRules } from "./team-rules.ts";

export interface Answer {
  readonly agentId: string;
  /** Name by which votes refer to it: `agent2.1`, the agent's number and that of the answer. */
  readonly label: string;
  readonly text: string;
  /** Place among all answers of the team, from 1. */
  readonly order: number;
  /** Name of its snapshot directory. */
  readonly timestamp: string;
  /** Unix seconds. */
  readonly at: number;
  /** Where the snapshot keeps the agent's files, if it had any. */
  readonly workspacePath: string;
  /** Whether there are files at `workspacePath`, once they are copied. Never rejects. */
  readonly files: Promise<boolean>;
}

export interface Vote {
  readonly forAgent: string;
  readonly forLabel: string;
  readonly reason: string;
  /** Unix seconds. */
  readonly at: number;
}

export type RoundOutcome = "answer" | "vote" | "presentation" | "abstained" | "error" | "timeout";

export interface Round {
  readonly number: number;
  readonly stage: Stage;
  /** Unix seconds. */
  readonly start: number;
  end?: number;
  outcome?: RoundOutcome;
  usage?: Usage | undefined;
  /** Which tools were used, in order. */
  readonly tools: string[];
}

export interface AgentFailure {
  readonly type: "error" | "timeout";
  readonly message: string;
  /** Unix seconds. */
  readonly timestamp: number;
}

/** One agent while the team works. */
export interface AgentState {
  readonly id: string;
  /** By alphabetical order of the ids, from 1, as MassGen numbers them: not the registration. */
  readonly number: number;
  readonly systemMessage: string | undefined;
  readonly workspace: string;
  /** Where the agent finds copies of the others' files. */
  readonly temporaryWorkspace: string;
  readonly answers: Answer[];
  readonly rounds: Round[];
  vote?: Vote;
  /** `order` of the newest answer there was when it last judged; undefined: it has to judge. */
  judged?: number | undefined;
  failure?: AgentFailure;
  /** What was wrong and did not make it fail, each once. */
  readonly problems: string[];
  /** Unix seconds. */
  lastActivity: number;
}

export type TeamPhase = "initial_answer" | "enforcement" | "presentation";

/** Everything there is to know about a running team; the documents on disk are made from it. */
export interface TeamState {
  readonly prompt: string;
  readonly rules: TeamRules;
  /** In order of registration. */
  readonly agents: readonly AgentState[];
  readonly contextPaths: readonly string[];
  /** See AgentRequest. */
  readonly hiddenPaths: readonly string[];
  /** Whether its role needs to run commands. */
  readonly needsShell: boolean;
  readonly sessionId: string;
  /** `…/log_<timestamp>/turn_1/attempt_1`. */
  readonly attemptDirectory: string;
  /** Unix seconds. */
  readonly startedAt: number;
  /** In order of time. */
  readonly answers: Answer[];
  phase: TeamPhase;
  winner?: string;
  finalAnswer?: string;
  /** Why the team was told to finish with what it had. */
  wrappedUp?: string;
  /** Set when the run has ended without a winner, or was interrupted. */
  ended?: { readonly reason: "error" | "cancelled" | "budget"; readonly details: string };
}

export function now(): number {
  return Date.now() / 1000;
}
