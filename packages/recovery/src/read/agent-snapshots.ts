import { isSnapshotName, mayBeAgentDirectory } from "@retinue/engine-contract";
import { directoriesIn } from "../locate/attempts.ts";
import { within, type Place } from "../locate/place.ts";

/**
 * The snapshot directories on disk, newest first, by agent in alphabetical order. One may hold an
 * answer, only a vote, or nothing yet. Agents without any are left out.
 */
export function agentSnapshots(attempt: Place): ReadonlyMap<string, readonly string[]> {
  const agents = directoriesIn(attempt).filter(mayBeAgentDirectory).toSorted();
  const found = agents.map((agent) => [agent, snapshotsOf(attempt, agent)] as const);
  return new Map(found.filter(([, names]) => names.length > 0));
}

/** The snapshots of one agent, newest first. */
export function snapshotsOf(attempt: Place, agentId: string): string[] {
  return directoriesIn(within(attempt, agentId)).filter(isSnapshotName).toSorted().toReversed();
}
