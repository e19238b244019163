import { childConfig } from "@retinue/coordination-config";
import type { ChildConfig } from "@retinue/engine-contract";
import { engineOf, type Settings } from "../configure/manager-options.ts";
import type { RunPlan } from "./run-plan.ts";

/** Whose run it is, and where. */
interface Place {
  readonly subagentId: string;
  readonly workspace: string;
  readonly hiddenPaths: readonly string[];
}

/** The configuration of the child that a plan comes to. */
export function childConfigOf(
  { subagentId, workspace, hiddenPaths }: Place,
  plan: Omit<RunPlan, "fit" | "warning">,
  settings: Settings,
): ChildConfig {
  const { kind } = engineOf(settings);
  // MassGen knows no such keys.
  const isOurs = kind === "retinue-child";
  return childConfig({
    subagentId,
    team: plan.team,
    workspace,
    contextPaths: plan.contextPaths,
    temporaryWorkspace: settings.temporaryWorkspace,
    subagentType: plan.task.subagent_type ?? plan.task.subagent_name,
    refine: plan.refine,
    skills: plan.task.skills,
    needs: plan.needs,
    engine: kind,
    availableSkills: isOurs ? plan.availableSkills : [],
    shell: isOurs ? plan.shell : undefined,
    model: plan.task.model,
    coordination: settings.coordination,
    hiddenPaths: isOurs ? hiddenPaths : [],
    budget: isOurs ? plan.budget : undefined,
  });
}
