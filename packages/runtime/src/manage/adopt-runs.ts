import { problemsOf } from "@retinue/errors";
import { subagentResultSchema } from "@retinue/status-model";
import { activeEntry, removeActive, writeActive, type ActiveEntry } from "../own/active-index.ts";
import { movedLogPath } from "../own/moved-log-path.ts";
import { isOwnerAlive } from "../own/owner.ts";
import { pathsAt } from "../prepare/subagent-paths.ts";
import { currentRun, isNewer, setAsideUnlessRecord } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import { retryUntilDone } from "../run/retry-until-done.ts";
import type { RunRegistry } from "../run/run-registry.ts";
import { Run } from "../run/run.ts";
import { intactNotes } from "./intact-notes.ts";

/** Adopts the orphaned runs, whose server is gone: follows those that go on, finishes those that ended. */
export async function adoptRuns(workspace: OpenWorkspace, registry: RunRegistry): Promise<void> {
  const { state, owner } = workspace;
  for (const entry of await intactNotes(workspace)) {
    if (entry.owner === owner.id) continue;
    try {
      if (isOwnerAlive(state.owners, entry.owner) || !(await claimOrphan(workspace, entry))) continue;
    } catch (error) {
      // A full disk, for one: the next contact tries again, and this one goes on.
      failed(workspace, entry, error as Error);
      continue;
    }
    await adoptOrRetry(workspace, registry, entry);
  }
}

function failed({ settings }: OpenWorkspace, { subagent_id }: ActiveEntry, { message }: Error): void {
  settings.log(`Subagent ${subagent_id} could not be adopted: ${message}`);
}

/** Tries once at the caller's cost; one that fails is tried again, and the others are adopted all the same. */
async function adoptOrRetry(
  workspace: OpenWorkspace,
  registry: RunRegistry,
  entry: ActiveEntry,
): Promise<void> {
  const onFailure = (error: Error) => failed(workspace, entry, error);
  const { promise: tried, resolve } = Promise.withResolvers<void>();
  const attempt = () =>
    adoptRun(workspace, registry, entry)
      .catch((error: Error) => {
        if (!isNewer(error)) throw error;
        // Whose it is can adopt it; to try again is of no use.
        onFailure(error);
      })
      .finally(resolve);
  void retryUntilDone(attempt, { signal: workspace.closing, onFailure }).finally(resolve);
  await tried;
}

/** One server wins; the others find another owner in the entry. */
function claimOrphan({ state, owner, lock }: OpenWorkspace, entry: ActiveEntry): Promise<boolean> {
  return lock.run(() => {
    const present = activeEntry(state.active, entry.subagent_id);
    if (present?.owner !== entry.owner || present.run !== entry.run) return false;
    writeActive(state.active, { ...present, owner: owner.id }, true);
    return true;
  });
}

async function adoptRun(workspace: OpenWorkspace, registry: RunRegistry, entry: ActiveEntry): Promise<void> {
  const { settings, state, lock } = workspace;
  const logPath = movedLogPath(entry.log_path, entry.parent_workspace, settings.workspace);
  const paths = pathsAt(settings.workspace, entry.subagent_id, logPath);
  const record = setAsideUnlessRecord(paths.runRecord);
  if (record === undefined || record.runs.length < entry.run) {
    // The kill came between the reservation and the record: nothing was launched.
    await lock.run(() => removeActive(state.active, entry.subagent_id));
    return;
  }
  const run = new Run(workspace, paths, record.runs.length, record);
  if (currentRun(record).state === "ended") return bringBack(registry, run);
  // A run that was never started is claimed here, so that no late supervisor can start it.
  await run.adopt();
  registry.add(run);
}

/** A run whose end was recorded before its server went; without a result that can be read it is an error. */
async function bringBack(registry: RunRegistry, run: Run): Promise<void> {
  const { ended, result } = currentRun(run.record);
  const parsed = subagentResultSchema.safeParse(result);
  registry.add(run, parsed.success);
  if (parsed.success) return run.bringBack(parsed.data);
  return run.finish({
    ending: "error",
    exit_code: ended?.exit_code ?? null,
    ended_at: ended?.ended_at ?? new Date().toISOString(),
    reason: `The result in ${run.paths.runRecord} cannot be read (${problemsOf(parsed.error)[0]})`,
  });
}
