import type { SubagentResult } from "@retinue/status-model";

/** Keys are those of a task of spawn_subagents. */
export interface DemoTask {
  readonly subagent_id: string;
  readonly task: string;
  readonly timeout_seconds?: number;
  readonly include_parent_workspace: false;
}

/** A team, what it is asked, and what is said about its results. */
export interface Demo {
  readonly introduction: string;
  /** `agents` of the configuration. */
  readonly agents: readonly object[];
  /** `orchestrator.coordination.subagent_orchestrator` of the configuration. */
  readonly rules: object;
  readonly tasks: readonly DemoTask[];
  /** What a token is here. */
  readonly tokens: string;
  /** Of each run that names none, and the most that one may name. */
  readonly timeoutSeconds: number;
  judge(results: readonly SubagentResult[]): Verdict;
  /** Ends what the team needed. */
  stop(): Promise<void>;
}

export interface Verdict {
  readonly remarks: readonly string[];
  /** Why the demo failed; empty when it did not. */
  readonly failures: readonly string[];
}
