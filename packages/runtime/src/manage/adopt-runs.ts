import { makeDirectory } from "@retinue/contained-fs";
import { subagentResultSchema } from "@retinue/status-model";
import { bringHome, enterEnd, finishRun } from "../finish/finish-run.ts";
import { retryUntilDone } from "../finish/retry-until-done.ts";
import { launcherFor } from "../launch/launcher-for.ts";
import { readActive, removeActive, writeActive, type ActiveEntry } from "../own/active-index.ts";
import { movedLogPath } from "../own/moved-log-path.ts";
import { isOwnerAlive } from "../own/owner.ts";
import { pathsAt, supervisorDirectory } from "../prepare/subagent-paths.ts";
import { currentRun, takeRunRecord } from "../record/run-record-file.ts";
import { liveRun, type LiveRun } from "./live-run.ts";
import type { ManagerContext } from "./manager-context.ts";
import { followRun } from "./start-run.ts";

/** Takes over the runs whose server is gone: follows those that go on, finishes those that ended. */
export async function adoptRuns(context: ManagerContext): Promise<void> {
  const { state, owner } = context;
  for (const entry of readActive(state.active)) {
    if (entry.owner === owner.id || isOwnerAlive(state.owners, entry.owner)) continue;
    if (!(await takeOwnership(context, entry))) continue;
    await resumeOrRetry(context, entry);
  }
}

/** Tries once at the caller's cost; one that fails is tried again, and the others are taken over all the same. */
async function resumeOrRetry(context: ManagerContext, entry: ActiveEntry): Promise<void> {
  const onFailure = ({ message }: Error) =>
    context.settings.log(`Subagent ${entry.subagent_id} could not be taken over: ${message}`);
  const { promise: tried, resolve } = Promise.withResolvers<void>();
  const attempt = () => resume(context, entry).finally(resolve);
  void retryUntilDone(attempt, { signal: context.closing, onFailure }).finally(resolve);
  await tried;
}

/** One server wins; the others find another owner in the entry. */
function takeOwnership({ state, owner, lock }: ManagerContext, entry: ActiveEntry): Promise<boolean> {
  return lock.run(() => {
    const present = readActive(state.active).find(({ subagent_id }) => subagent_id === entry.subagent_id);
    if (present?.owner !== entry.owner || present.run !== entry.run) return false;
    writeActive(state.active, { ...present, owner: owner.id });
    return true;
  });
}

async function resume(context: ManagerContext, entry: ActiveEntry): Promise<void> {
  const { settings, state, live, lock } = context;
  const logPath = movedLogPath(entry.log_path, entry.parent_workspace, settings.workspace);
  const paths = pathsAt(settings.workspace, entry.subagent_id, logPath);
  const record = takeRunRecord(paths.runRecord);
  if (record === undefined || record.runs.length < entry.run) {
    // The kill came between the reservation and the record: nothing was launched.
    await lock.run(() => removeActive(state.active, entry.subagent_id));
    return;
  }
  const { state: at, mode } = currentRun(record);
  if (at === "ended") return bringBack(context, liveRun(paths, record));
  const directory = supervisorDirectory(paths.logPath, entry.run);
  makeDirectory(directory);
  // A run that was never started is claimed here, so that no late supervisor can start it.
  const adopted = await launcherFor(mode, settings).adopt(directory);
  const run = liveRun(paths, record);
  live.set(entry.subagent_id, run);
  void followRun(context, run, adopted);
}

/** A run whose end was recorded before its server went; without a result that can be read it is an error. */
async function bringBack(context: ManagerContext, run: LiveRun): Promise<void> {
  const { ended, result } = currentRun(run.record);
  const parsed = subagentResultSchema.safeParse(result);
  if (parsed.success) {
    run.over = true;
    // The kill may have come between the record and its row.
    await enterEnd(context, run);
    return bringHome(context, run, parsed.data, () => run.settle(parsed.data));
  }
  const { path = [], message = "" } = parsed.error.issues[0] ?? {};
  return finishRun(context, run, {
    ending: "error",
    exit_code: ended?.exit_code ?? null,
    ended_at: ended?.ended_at ?? new Date().toISOString(),
    reason: `The result in ${run.paths.runRecord} cannot be read (${path.map(String).join(".") || "it"}: ${message})`,
  });
}
