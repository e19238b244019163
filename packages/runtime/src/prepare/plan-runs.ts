import { clampTimeout } from "@retinue/status-model";
import { existsSync } from "node:fs";
import type { Settings } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { SubagentTask } from "../contract/subagent-task.ts";
import { resolveMode } from "../launch/resolve-mode.ts";
import { checkContextFiles } from "./context-files.ts";
import { resolveContextPaths } from "./context-paths.ts";
import type { RunPlan } from "./run-plan.ts";
import { validateTasks } from "./validate-tasks.ts";

/**
 * Checks all tasks of a call against the settings. Changes nothing on disk.
 *
 * @throws RuntimeError naming the first task that cannot be run, and why.
 */
export function planRuns(
  tasks: unknown,
  refine: boolean,
  settings: Settings,
  logDirectory: string,
): RunPlan[] {
  const checked = validateTasks(tasks, settings.maxConcurrent);
  if (settings.agents.length === 0) {
    throw new RuntimeError("INVALID_CONFIGURATION", "There is no team: no agents are configured", {
      remedy: "Configure at least one agent with id and backend.",
    });
  }
  const mode = resolveMode(settings);
  const rules = { workspace: settings.workspace, logDirectory, contextRoots: settings.contextRoots };
  return checked.map((task) => {
    refuseModelOfTeam(task, settings.agents.length);
    checkContextFiles(task.context_files ?? [], settings.workspace);
    const named = resolveContextPaths(task.context_paths ?? [], rules);
    return {
      task,
      mode,
      timeoutSeconds: clampTimeout(
        task.timeout_seconds ?? settings.timeouts.defaultSeconds,
        settings.timeouts,
      ),
      contextPaths: [...new Set([...mountedByDefault(task, settings), ...named])],
      refine,
    };
  });
}

/** What a subagent may read without being told: its parent's workspace, context and reference directory. */
function mountedByDefault(task: SubagentTask, settings: Settings): string[] {
  const { include_parent_workspace = true, include_temp_workspace = true } = task;
  const { workspace, temporaryWorkspace, contextPaths } = settings;
  return [
    ...(include_parent_workspace ? [workspace] : []),
    ...contextPaths.map(({ path }) => path),
    ...(include_temp_workspace && temporaryWorkspace !== undefined && existsSync(temporaryWorkspace)
      ? [temporaryWorkspace]
      : []),
  ];
}

function refuseModelOfTeam({ model }: SubagentTask, agents: number): void {
  if (model === undefined || agents === 1) return;
  throw new RuntimeError(
    "MODEL_REFUSED",
    `model ${JSON.stringify(model)} cannot be given to a team of ${agents} agents`,
    {
      remedy: "Leave model out, or configure a team of one agent.",
      details: { model, agents },
    },
  );
}
