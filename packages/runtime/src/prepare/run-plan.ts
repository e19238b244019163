import type { ResolvedTeam } from "@retinue/coordination-config";
import type { SubagentTask } from "../contract/subagent-task.ts";
import type { ResolvedMode } from "../mode/resolve-mode.ts";

/** A task that has been checked in every respect and may be launched. */
export interface RunPlan {
  readonly task: SubagentTask;
  readonly mode: ResolvedMode;
  readonly team: ResolvedTeam;
  /** After clamping. */
  readonly timeoutSeconds: number;
  /** Real, absolute paths that the subagent may read. */
  readonly contextPaths: readonly string[];
  /** Of the task's metadata, else of the call. */
  readonly refine: boolean;
  /** What of the task nothing obeys. */
  readonly warning: string | undefined;
}
