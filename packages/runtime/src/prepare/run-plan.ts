import type { Need, ResolvedTeam } from "@retinue/coordination-config";
import type { BudgetLimits, RoleFit } from "@retinue/engine-contract";
import type { Skill } from "@retinue/subagent-profiles";
import type { PlannedChanges } from "./plan-changes.ts";
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
  readonly changes?: PlannedChanges | undefined;
  /** What it may spend by itself, whatever is left of its parent's budget. */
  readonly budget?: BudgetLimits | undefined;
  /** Of the task's metadata, else of the call. */
  readonly refine: boolean;
  /** What of the task nothing obeys, and what of its role's needs is not met. */
  readonly warning: string | undefined;
  /** What its role, or its skills, need of the team. */
  readonly needs: readonly Need[];
  /** Those that there are to be switched on. */
  readonly availableSkills: readonly Skill[];
  /** Its role needs to run commands, and a sandbox is to hold them. */
  readonly shell: "required" | "optional" | undefined;
  /** Undefined: it needs nothing. */
  readonly fit: RoleFit | undefined;
}
