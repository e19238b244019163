import { writeFileAtomic } from "@retinue/contained-fs";
import { childConfig, childConfigYaml, keyVariables } from "@retinue/coordination-config";
import { logLayout } from "@retinue/engine-contract";
import { lstatSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Settings } from "../configure/manager-options.ts";
import { copyContextFiles } from "./context-files.ts";
import { takeParentContext } from "./parent-context.ts";
import type { RunPlan } from "./run-plan.ts";
import { subagentPrompt, type SubagentPrompt } from "./subagent-prompt.ts";
import type { SubagentPaths } from "./subagent-paths.ts";

/** What the engine of a new run is to be told, and which of the parent's variables its team needs. */
export interface PreparedRun extends SubagentPrompt {
  readonly keyVariables: readonly string[];
}

/** Lays out the workspace and the log directory of a new run. */
export function prepareWorkspace(paths: SubagentPaths, plan: RunPlan, settings: Settings): PreparedRun {
  createDirectories(paths);
  copyContextFiles(plan.task.context_files ?? [], settings.workspace, paths.workspace);
  const context = takeParentContext(settings.workspace, paths.workspace);
  const config = childConfig({
    subagentId: paths.subagentId,
    team: plan.team,
    workspace: paths.workspace,
    contextPaths: plan.contextPaths,
    temporaryWorkspace: settings.temporaryWorkspace,
    subagentType: plan.task.subagent_type ?? plan.task.subagent_name,
    refine: plan.refine,
    skills: plan.task.skills,
    model: plan.task.model,
    coordination: settings.coordination,
  });
  // A backend may carry a key in clear text.
  writeFileAtomic(paths.configFile, childConfigYaml(config), { mode: 0o600, durable: false });
  const prompt = subagentPrompt({ task: plan.task.task, systemPrompt: plan.task.system_prompt, context });
  return { ...prompt, keyVariables: keyVariables(config) };
}

/** Makes what a run needs and finds it there when it is. */
export function createDirectories(paths: SubagentPaths): void {
  mkdirSync(paths.workspace, { recursive: true });
  mkdirSync(paths.liveLogs, { recursive: true });
  const link = join(paths.logPath, logLayout.workspace);
  if (lstatSync(link, { throwIfNoEntry: false }) === undefined) {
    symlinkSync(relative(dirname(link), paths.workspace), link);
  }
}
