import type { RunTrace } from "@retinue/engine-contract";
import { joinedWarnings } from "../joined-warnings.ts";
import { spawnOptionsSchema } from "../contract/call-options.ts";
import type { SpawnedSubagent, SpawnOptions } from "../contract/subagent-manager.ts";
import type { SubagentTask } from "../contract/subagent-task.ts";
import type { Settings } from "../configure/manager-options.ts";
import { confineRun } from "../confine/confine-run.ts";
import { engineCommand, recordedCommand } from "../prepare/engine-command.ts";
import { planRuns } from "../prepare/plan-runs.ts";
import { recordedChanges } from "../prepare/prepare-trees.ts";
import { prepareWorkspace } from "../prepare/prepare-workspace.ts";
import type { RunPlan } from "../prepare/run-plan.ts";
import { reserveRuns } from "../run/reserve-runs.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import type { RunRegistry } from "../run/run-registry.ts";
import type { Run } from "../run/run.ts";
import { beginTrace } from "../trace/begin-trace.ts";
import { prepareContainment } from "../supervise/run-cgroup.ts";
import { requireArguments } from "../require-arguments.ts";
import { announceSpawn } from "./announce-spawn.ts";
import { cancelWith } from "./cancel-with.ts";

/**
 * Checks all tasks, reserves their ids and starts them. What fails after that is that task's result.
 *
 * @param settings With the team that they are for.
 */
export async function spawnSubagents(
  workspace: OpenWorkspace,
  registry: RunRegistry,
  settings: Settings,
  tasks: readonly SubagentTask[],
  options: SpawnOptions,
): Promise<SpawnedSubagent[]> {
  const checked = requireArguments("spawn", spawnOptionsSchema, options);
  const { refine = true, blocking = false, signal, trace } = checked;
  signal?.throwIfAborted();
  prepareContainment();
  const plans = await planRuns(tasks, refine, settings, workspace.logDirectory);
  const wanted = plans.map(({ task }) => task.subagent_id);
  await registry.kept(wanted);
  const runs = await reserveRuns(
    workspace,
    wanted,
    settings.parentAgentId,
    plans.map(({ budget }) => budget),
  );
  for (const run of runs) registry.add(run);
  // One for all: what one call asks for is one trace.
  const traced = beginTrace(settings.telemetry, trace);
  options.onReserved?.(runs.map(({ paths }) => paths.subagentId));
  try {
    // Of all before any begins: a call that is refused has begun nothing.
    for (const run of runs) run.archiveEarlier();
    await Promise.all(
      runs.map((run, index) => beginPlanned(workspace, run, settings, plans[index] as RunPlan, traced.run())),
    );
  } catch (error) {
    for (const run of runs) if (run.state === "reserved") registry.drop(run);
    throw error;
  }
  if (blocking) announceSpawn(settings.workspace, runs, settings.log);
  cancelWith(signal, runs);
  return runs.map(({ handle }) => handle);
}

async function beginPlanned(
  { models: broker }: OpenWorkspace,
  run: Run,
  settings: Settings,
  planned: RunPlan,
  trace: RunTrace | undefined,
): Promise<void> {
  const plan = { ...planned, budget: run.budget };
  const { task, mode, timeoutSeconds } = plan;
  const { paths } = run;
  const known = joinedWarnings(settings.notice, mode.warning, plan.warning);
  const changes = plan.changes && recordedChanges(paths, plan.changes, run.number);
  const entry = {
    task: task.task,
    mode: mode.mode,
    timeout_seconds: timeoutSeconds,
    command: recordedCommand(paths, settings),
    ...(known !== undefined && { warning: known }),
    ...(task.subagent_type !== undefined && { subagent_type: task.subagent_type }),
    ...(plan.fit !== undefined && { needs: plan.fit }),
    ...(changes !== undefined && { changes }),
    ...(run.budget !== undefined && { budget: run.budget }),
    ...(task.system_prompt !== undefined && { system_prompt: task.system_prompt }),
    ...(trace !== undefined && { trace }),
  };
  return run.begin(settings, entry, async () => {
    const { text, warning, keyVariables } = await prepareWorkspace(paths, plan, settings, changes);
    const led = mode.mode === "delegated" ? {} : await broker.open(run, settings, mode);
    const command = engineCommand(paths, settings, { prompt: text });
    const confined = await confineRun(paths, settings, mode.mode, { command, models: led.models });
    const said = joinedWarnings(known, warning, led.warning, confined.warning);
    return { ...confined, warning: said, keyVariables };
  });
}
