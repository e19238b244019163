import { joinedWarnings } from "../joined-warnings.ts";
import { entryAt } from "@retinue/contained-fs";
import { refuseModel, resolveTeam, type ResolvedTeam } from "@retinue/coordination-config";
import { findProfile, type ActiveProfiles } from "@retinue/subagent-profiles";
import { clampTimeout } from "@retinue/status-model";
import { planBudget } from "./plan-budget.ts";
import { engineOf, type Settings } from "../configure/manager-options.ts";
import type { SubagentTask } from "../contract/subagent-task.ts";
import { resolveMode } from "../mode/resolve-mode.ts";
import { checkContextFiles } from "./context-files.ts";
import { resolveContextPaths } from "./context-paths.ts";
import { childConfigOf } from "./child-config-of.ts";
import { fitTask } from "./fit-task.ts";
import { planChanges, readPaths } from "./plan-changes.ts";
import type { RunPlan } from "./run-plan.ts";
import { validateTasks } from "./validate-tasks.ts";
import { willBeSandboxed } from "./will-be-sandboxed.ts";

// A warning is a line in a reply that has a budget.
const maxNamedKeys = 5;
const maxKeyCharacters = 60;

/**
 * Checks all tasks of a call against the settings, and tries a sandbox where a role depends on it. Changes nothing on
 * disk.
 *
 * @throws RuntimeError or CoordinationConfigError naming what cannot be run, and why.
 */
export async function planRuns(
  tasks: unknown,
  refine: boolean,
  settings: Settings,
  logDirectory: string,
): Promise<RunPlan[]> {
  let active: ActiveProfiles | undefined;
  const profiles = () => (active ??= settings.activeTypes());
  const checked = validateTasks(tasks, settings.maxConcurrent, { ...settings, activeTypes: profiles });
  engineOf(settings);
  const mode = resolveMode(settings);
  const { workspace, contextRoots, environment } = settings;
  const roles = checked.flatMap(({ subagent_type: type }) => (type && findProfile(profiles(), type)) || []);
  const isSandboxed = await willBeSandboxed(settings, mode.mode, roles);
  const rules = { workspace, logDirectory, contextRoots, environment };
  return checked.map((task, index) => {
    const team = teamOf(task, settings);
    checkContextFiles(task.context_files ?? [], settings.workspace);
    const named = resolveContextPaths(readPaths(task), rules);
    const plan = {
      task,
      changes: planChanges(task, settings, rules),
      mode,
      team,
      timeoutSeconds: clampTimeout(
        task.timeout_seconds ?? settings.timeouts.defaultSeconds,
        settings.timeouts,
      ),
      contextPaths: [...new Set([...mountedByDefault(task, settings), ...named])],
      refine: task.metadata?.refine ?? refine,
      warning: withoutEffect(task),
    };
    return withBudget(fitTask(plan, index, profiles(), settings, isSandboxed), index, settings);
  });
}

function withBudget(plan: RunPlan, index: number, settings: Settings): RunPlan {
  // Judged is what the child will be given; only its name and its place are not known yet.
  const place = { subagentId: "subagent", workspace: settings.workspace, hiddenPaths: [] };
  const config = () => childConfigOf(place, plan, settings);
  const { limits, warning } = planBudget(plan.task, `Task ${index + 1}`, config, settings.coordination);
  return { ...plan, budget: limits, warning: joinedWarnings(plan.warning, warning) };
}

/** Names the keys of MassGen's metadata that have no effect here. */
function withoutEffect({ metadata = {} }: SubagentTask): string | undefined {
  const keys = Object.keys(metadata).filter((key) => key !== "refine");
  if (keys.length === 0) return undefined;
  const more = keys.length - maxNamedKeys;
  const named = keys.slice(0, maxNamedKeys).map((key) => JSON.stringify(key.slice(0, maxKeyCharacters)));
  return `metadata has keys without effect: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** What a subagent may read without being told: its parent's workspace, context and reference directory. */
function mountedByDefault(task: SubagentTask, settings: Settings): string[] {
  const { include_parent_workspace = true, include_temp_workspace = true } = task;
  const { workspace, temporaryWorkspace, contextPaths } = settings;
  return [
    ...(include_parent_workspace ? [workspace] : []),
    ...contextPaths.map(({ path }) => path),
    ...(include_temp_workspace &&
    temporaryWorkspace !== undefined &&
    entryAt(temporaryWorkspace) !== undefined
      ? [temporaryWorkspace]
      : []),
  ];
}

/** The team that runs a task, by its type and by who spawns. */
export function teamOf(
  { model, subagent_type, subagent_name }: SubagentTask,
  settings: Settings,
): ResolvedTeam {
  const { agents, parentAgentId, coordination } = settings;
  const orchestrator = coordination.subagent_orchestrator;
  const subagentType = subagent_type ?? subagent_name;
  const team = resolveTeam({ agents, spawningAgentId: parentAgentId, subagentType, orchestrator });
  refuseModel(model, team, orchestrator);
  return team;
}
