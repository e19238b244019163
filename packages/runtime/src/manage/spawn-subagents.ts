import type { SpawnedSubagent, SpawnOptions } from "../contract/subagent-manager.ts";
import type { SubagentTask } from "../contract/subagent-task.ts";
import { engineCommand, recordedCommand } from "../prepare/engine-command.ts";
import { withNewRun } from "../prepare/new-run.ts";
import { planRuns } from "../prepare/plan-runs.ts";
import { prepareWorkspace } from "../prepare/prepare-workspace.ts";
import type { RunPlan } from "../prepare/run-plan.ts";
import { subagentPaths, type SubagentPaths } from "../prepare/subagent-paths.ts";
import type { RunRecord } from "@retinue/engine-contract";
import { takeRunRecord, withCurrentRun } from "../record/run-record-file.ts";
import { prepareContainment } from "../supervise/run-cgroup.ts";
import { beginRun } from "./begin-run.ts";
import type { LiveRun } from "./live-run.ts";
import type { ManagerContext } from "./manager-context.ts";
import { releaseIds, reserveIds } from "./reserve-ids.ts";
import { spawnedSubagent } from "./spawned-subagent.ts";

/** Checks all tasks, reserves their ids and starts them. What fails after that is that task's result. */
export async function spawnSubagents(
  context: ManagerContext,
  tasks: readonly SubagentTask[],
  { refine = true }: SpawnOptions,
): Promise<SpawnedSubagent[]> {
  const { settings, logDirectory, lock } = context;
  prepareContainment();
  const plans = planRuns(tasks, refine, settings, logDirectory);
  const wanted = plans.map(({ task }) => task.subagent_id);
  await decorated(context, wanted);
  const ids = await lock.run(() => reserveIds(context, wanted));
  let runs: { paths: SubagentPaths; plan: RunPlan; earlier: RunRecord | undefined }[];
  try {
    runs = plans.map((plan, index) => {
      const paths = subagentPaths(settings.workspace, logDirectory, ids[index] as string);
      return { paths, plan, earlier: takeRunRecord(paths.runRecord) };
    });
  } catch (error) {
    await lock.run(() => releaseIds(context, ids));
    throw error;
  }
  const begun = runs.map(({ paths, plan, earlier }) => launchPlan(context, paths, plan, earlier));
  return (await Promise.all(begun)).map(spawnedSubagent);
}

/** Waits until what goes with the last result of these subagents is kept. */
export async function decorated(
  { decorating }: ManagerContext,
  ids: readonly (string | undefined)[],
): Promise<void> {
  await Promise.all(ids.map((id) => id !== undefined && decorating.get(id)));
}

function launchPlan(
  context: ManagerContext,
  paths: SubagentPaths,
  plan: RunPlan,
  earlier: RunRecord | undefined,
): Promise<LiveRun> {
  const { settings, owner } = context;
  const { task, mode, timeoutSeconds } = plan;
  const known = joined(settings.notice, mode.warning, plan.warning);
  const record = withNewRun(
    earlier && { ...earlier, parent_agent_id: settings.parentAgentId },
    paths,
    settings,
    owner.id,
    {
      task: task.task,
      mode: mode.mode,
      timeout_seconds: timeoutSeconds,
      command: recordedCommand(paths, settings),
      ...(known !== undefined && { warning: known }),
      ...(task.subagent_type !== undefined && { subagent_type: task.subagent_type }),
      ...(task.system_prompt !== undefined && { system_prompt: task.system_prompt }),
    },
    new Date(),
  );
  return beginRun(context, paths, record, async (run) => {
    const prompt = await prepareWorkspace(paths, plan, settings);
    const warning = joined(known, prompt.warning);
    if (warning !== undefined) run.record = withCurrentRun(run.record, { warning });
    // Kept there and not read from the configuration again, which the subagent can change.
    if (prompt.keyVariables.length > 0)
      run.record = { ...run.record, key_variables: [...prompt.keyVariables] };
    return engineCommand(paths, settings, { prompt: prompt.text });
  });
}

function joined(...warnings: readonly (string | undefined)[]): string | undefined {
  return warnings.filter(Boolean).join("; ") || undefined;
}
