import { isSnapshotName, mayBeAgentDirectory } from "@retinue/engine-contract";
import { directoriesIn } from "../locate/attempts.ts";
import { within, type Place } from "../locate/place.ts";

/**
 * The snapshot directories on disk, newest first, by agent in alphabetical order. One may hold an
 * answer, only a vote, or nothing yet. Agents without any are left out.
 */
export function agentSnapshots(attempt: Place): ReadonlyMap<string, readonly string[]> {
  const found = agentDirectories(attempt).map((agent) => [agent, snapshotsOf(attempt, agent)] as const);
  return new Map(found.filter(([, names]) => names.length > 0));
}

/** Whether there is any. */
export function hasSnapshots(attempt: Place): boolean {
  return agentDirectories(attempt).some((agent) => snapshotsOf(attempt, agent).length > 0);
}

// A team has at most ten agents; a child can make directories without end.
const maxAgents = 100;

function agentDirectories(attempt: Place): string[] {
  return directoriesIn(attempt).filter(mayBeAgentDirectory).toSorted().slice(0, maxAgents);
}

/** The snapshots of one agent, newest first. */
export function snapshotsOf(attempt: Place, agentId: string): string[] {
  return directoriesIn(within(attempt, agentId)).filter(isSnapshotName).toSorted().toReversed();
}
