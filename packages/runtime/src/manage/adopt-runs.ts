import { subagentResultSchema } from "@retinue/status-model";
import { mkdirSync } from "node:fs";
import { writeDown } from "../finish/finish-run.ts";
import { launcherFor } from "../launch/launcher-for.ts";
import { readActive, removeActive, writeActive, type ActiveEntry } from "../own/active-index.ts";
import { isOwnerAlive } from "../own/owner.ts";
import { pathsAt, supervisorDirectory } from "../prepare/subagent-paths.ts";
import { currentRun, takeRunRecord } from "../record/run-record-file.ts";
import { liveRun } from "./live-run.ts";
import type { ManagerContext } from "./manager-context.ts";
import { followRun } from "./start-run.ts";

/** Takes over the runs whose server is gone: follows those that go on, finishes those that ended. */
export async function adoptRuns(context: ManagerContext): Promise<void> {
  const { state, owner } = context;
  for (const entry of readActive(state.active)) {
    if (entry.owner === owner.id || (await isOwnerAlive(state.owners, entry.owner))) continue;
    if (await takeOwnership(context, entry)) await resume(context, entry);
  }
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
  const { settings, state, live } = context;
  const paths = pathsAt(settings.workspace, entry.subagent_id, entry.log_path);
  const record = takeRunRecord(paths.runRecord);
  if (record === undefined || record.runs.length < entry.run) {
    // The kill came between the reservation and the record: nothing was launched.
    removeActive(state.active, entry.subagent_id);
    return;
  }
  const run = liveRun(paths, record);
  const { state: at, mode, result } = currentRun(record);
  if (at === "ended") {
    const parsed = subagentResultSchema.parse(result);
    run.settle(parsed);
    await writeDown(context, run, parsed);
    return;
  }
  live.set(entry.subagent_id, run);
  const directory = supervisorDirectory(paths.logPath, entry.run);
  mkdirSync(directory, { recursive: true });
  // A run that was never started is claimed here, so that no late supervisor can start it.
  void followRun(context, run, await launcherFor(mode, settings).adopt(directory));
}
