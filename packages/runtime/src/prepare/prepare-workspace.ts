import {
  kindWithin,
  makeDirectory,
  makeDirectoryWithin,
  replaceLinkWithin,
  withRoot,
} from "@retinue/contained-fs";
import { keyVariables } from "@retinue/coordination-config";
import { logLayout } from "@retinue/engine-contract";
import { join, relative } from "node:path";
import { engineOf, type Settings } from "../configure/manager-options.ts";
import { writeChildConfig } from "./child-config-file.ts";
import { childConfigOf } from "./child-config-of.ts";
import { copyContextFiles } from "./context-files.ts";
import { takeParentContext } from "./parent-context.ts";
import { prepareTrees, sharedTree, type RecordedChanges } from "./prepare-trees.ts";
import type { RunPlan } from "./run-plan.ts";
import { subagentPrompt, type SubagentPrompt } from "./subagent-prompt.ts";
import type { SubagentPaths } from "./subagent-paths.ts";

/** What the engine of a new run is to be told, and which of the parent's variables its team needs. */
export interface PreparedRun extends SubagentPrompt {
  readonly keyVariables: readonly string[];
}

/** Lays out the workspace and the log directory of a new run. */
export async function prepareWorkspace(
  paths: SubagentPaths,
  plan: RunPlan,
  settings: Settings,
  recorded?: RecordedChanges,
): Promise<PreparedRun> {
  createDirectories(paths);
  await copyContextFiles(plan.task.context_files ?? [], paths);
  const context = takeParentContext(paths);
  const { subagentId, workspace } = paths;
  const config = childConfigOf({ subagentId, workspace, hiddenPaths: ownPlaces(paths) }, plan, settings);
  const isOurs = engineOf(settings).kind === "retinue-child";
  if (plan.changes !== undefined && recorded !== undefined) {
    const { changes, mode } = plan;
    await prepareTrees(paths, { mode: mode.mode, changes, recorded, config }, settings);
    if (!isOurs)
      config.orchestrator.context_paths = [
        ...(config.orchestrator.context_paths ?? []),
        { path: sharedTree(workspace, recorded), permission: "write" },
      ];
  }
  writeChildConfig(paths, config);
  const prompt = subagentPrompt({
    task: plan.task.task,
    systemPrompt: plan.task.system_prompt,
    context,
    changes: recorded && {
      repository: recorded.path,
      tree: isOurs ? recorded.tree : sharedTree(workspace, recorded),
    },
  });
  return { ...prompt, keyVariables: keyVariables(config) };
}

/** What the default context, the parent's whole workspace, would show of other subagents. */
function ownPlaces({ parentWorkspace, logDirectory }: SubagentPaths): string[] {
  const inWorkspace = ["subagents", logLayout.massgen].map((name) => join(parentWorkspace, name));
  return [...inWorkspace, join(logDirectory, "subagents")];
}

/** Makes a subagent's log directory, again when it was taken away. */
export function createLogDirectory({ logDirectory, logPath }: SubagentPaths): void {
  makeDirectory(logDirectory);
  withRoot(logDirectory, (logs) => makeDirectoryWithin(logs, relative(logDirectory, logPath)));
}

/** Makes what a run needs and finds it there when it is. */
export function createDirectories(paths: SubagentPaths): void {
  const { parentWorkspace, workspace, logDirectory, logPath } = paths;
  withRoot(parentWorkspace, (parent) => makeDirectoryWithin(parent, relative(parentWorkspace, workspace)));
  createLogDirectory(paths);
  withRoot(logDirectory, (logs) => {
    const log = relative(logDirectory, logPath);
    makeDirectoryWithin(logs, `${log}/${logLayout.liveLogs}`);
    const link = `${log}/${logLayout.workspace}`;
    if (kindWithin(logs, link) === undefined) replaceLinkWithin(logs, link, relative(logPath, workspace));
  });
}
