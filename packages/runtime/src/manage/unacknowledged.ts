import { logLayout } from "@retinue/engine-contract";
import { subagentResultSchema } from "@retinue/status-model";
import { join } from "node:path";
import type { FinishedSubagent } from "../contract/subagent-manager.ts";
import { claimFinished, readFinished, type FinishedEntry } from "../own/active-index.ts";
import { movedLogPath } from "../own/moved-log-path.ts";
import { isOwnerAlive } from "../own/owner.ts";
import { currentRun, readRunRecord } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import type { RunRegistry } from "../run/run-registry.ts";
import type { Run } from "../run/run.ts";

/**
 * Results that nobody has acknowledged, oldest first: of this server's runs, and of servers that are gone,
 * which become this one's. Another server's are offered by that one, to the client that asked for them.
 */
export async function unacknowledged(
  workspace: OpenWorkspace,
  registry: RunRegistry,
): Promise<FinishedSubagent[]> {
  const { settings, state, owner, offers } = workspace;
  const { entries } = offers;
  const own = entries.filter((entry) => entry.owner === owner.id);
  const orphaned = entries.filter(
    (entry) =>
      entry.owner !== owner.id && (entry.owner === undefined || !isOwnerAlive(state.owners, entry.owner)),
  );
  const claimed = orphaned.length === 0 ? [] : await claim(workspace, orphaned).catch(() => []);
  const recorded = [...own, ...claimed].flatMap((entry) => resultOf(entry, settings.workspace));
  // Delivered, and not recorded yet: who has had one of these says so before it is on offer.
  const unrecorded = [...registry.allOpen()].flatMap(unrecordedResult);
  const isNew = ({ subagentId, run }: FinishedSubagent) =>
    !recorded.some((other) => other.subagentId === subagentId && other.run === run);
  return [...recorded, ...unrecorded.filter(isNew)]
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map(({ at: _at, ...rest }) => rest);
}

function unrecordedResult({ unacknowledged: result, paths, number: run, record }: Run) {
  const { ended } = result === undefined ? {} : currentRun(record);
  if (result === undefined || ended === undefined) return [];
  return [{ subagentId: paths.subagentId, run, ending: ended.ending, result, at: ended.ended_at }];
}

/** One server wins; the others find another owner in the entry. */
function claim({ state, owner, lock }: OpenWorkspace, orphaned: readonly FinishedEntry[]) {
  return lock.run(() => {
    const present = readFinished(state.finished);
    const still = orphaned.filter((entry) =>
      present.some((other) => isSame(entry, other) && other.owner === entry.owner),
    );
    for (const entry of still) claimFinished(state.finished, entry, owner.id);
    return still;
  });
}

function isSame(one: FinishedEntry, other: FinishedEntry): boolean {
  return one.subagent_id === other.subagent_id && one.run === other.run;
}

function resultOf({ subagent_id, log_path, parent_workspace, run }: FinishedEntry, workspace: string) {
  try {
    const logPath = movedLogPath(log_path, parent_workspace, workspace);
    const entry = readRunRecord(join(logPath, logLayout.runRecord))?.runs[run - 1];
    const result = subagentResultSchema.safeParse(entry?.result);
    if (entry?.ended === undefined || !result.success) return [];
    const { ending, ended_at: at } = entry.ended;
    return [{ subagentId: subagent_id, run, ending, result: result.data, at }];
  } catch {
    // A record that cannot be read keeps nobody else's result back.
    return [];
  }
}
