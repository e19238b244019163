import { randomUUID } from "node:crypto";
import { endingOf } from "../finish/ending-of.ts";
import { finishRun } from "../finish/finish-run.ts";
import { finishedByItsSession } from "../finish/finished-by-its-session.ts";
import { launcherFor } from "../launch/launcher-for.ts";
import { engineEnvironment } from "../prepare/engine-command.ts";
import { clock } from "../prepare/new-run.ts";
import { supervisorDirectory } from "../prepare/subagent-paths.ts";
import { currentRun, withCurrentRun, writeRunRecord } from "../record/run-record-file.ts";
import { registryRow } from "../record/registry-row.ts";
import { registryPath, upsertRegistryRow } from "../record/registry.ts";
import type { Supervised } from "../supervise/supervised.ts";
import { watchRun, type LogPlace } from "../watch/run-watcher.ts";
import type { LiveRun } from "./live-run.ts";
import type { ManagerContext } from "./manager-context.ts";
import { notifyProgress } from "./progress.ts";

/** Waits for a place, launches a prepared run and follows it to its end. Never rejects. */
export async function startRun(
  context: ManagerContext,
  run: LiveRun,
  command: readonly string[],
): Promise<void> {
  const { paths } = run;
  const { settings, admission } = context;
  if ((await admission.admit(paths.subagentId)) === "cancelled") {
    const reason = "It was cancelled while it waited for a place";
    return finishRun(context, run, {
      ending: "cancelled",
      exit_code: null,
      ended_at: new Date().toISOString(),
      reason,
    });
  }
  const { timeout_seconds, mode } = currentRun(run.record);
  let supervised: Supervised;
  try {
    run.record = withCurrentRun(run.record, clock(new Date(), timeout_seconds));
    supervised = await launcherFor(mode, settings).launch({
      subagentId: paths.subagentId,
      directory: supervisorDirectory(paths.logPath, run.number),
      command,
      cwd: paths.workspace,
      environment: engineEnvironment(paths, settings, run.record.key_variables),
      timeoutSeconds: timeout_seconds,
      marker: `${paths.subagentId}-${randomUUID()}`,
    });
  } catch (error) {
    const reason = `The launch failed: ${(error as Error).message}`;
    return finishRun(context, run, {
      ending: "error",
      exit_code: null,
      ended_at: new Date().toISOString(),
      reason,
    });
  }
  return followRun(context, run, supervised);
}

/** Follows a run that is under its supervisor, launched by this process or by an earlier one. */
export async function followRun(
  context: ManagerContext,
  run: LiveRun,
  supervised: Supervised,
): Promise<void> {
  run.supervised = supervised;
  if (run.cancelled) supervised.stop();
  const stopWatching = watchRun(run.paths, logsOf(run), () => notifyProgress(run));
  try {
    await recordRunning(context, run, supervised);
  } catch (error) {
    context.settings.log(
      `The start of subagent ${run.paths.subagentId} could not be written down: ${(error as Error).message}`,
    );
  }
  const end = await supervised.ended;
  stopWatching();
  if (!context.live.has(run.paths.subagentId)) return;
  await finishRun(context, run, finishedByItsSession(run, endingOf(end, new Date())));
}

/** A host's engine knows nothing of the log directory and writes into its workspace. */
function logsOf({ record }: LiveRun): LogPlace {
  return currentRun(record).mode === "delegated" ? "workspace" : "log";
}

async function recordRunning(context: ManagerContext, run: LiveRun, supervised: Supervised): Promise<void> {
  const { supervisor, process, containment } = supervised;
  run.record = withCurrentRun(run.record, {
    state: "running",
    owner: context.owner.id,
    containment: [...containment],
    ...(supervisor !== undefined && { supervisor }),
    ...(process !== undefined && { process }),
  });
  writeRunRecord(run.paths.runRecord, run.record);
  const { settings, lock } = context;
  await lock.run(() => {
    upsertRegistryRow(registryPath(settings.workspace), registryRow(run.paths, run.record), settings);
  });
}
