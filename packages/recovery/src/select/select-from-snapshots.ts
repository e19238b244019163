import { countSnapshotVotes } from "../read/count-snapshot-votes.ts";
import type { Place } from "../locate/place.ts";
import type { AnswerCandidate } from "./select-answer.ts";

/**
 * The candidates that the snapshots alone allow, for a run without a usable status: agents with
 * votes, then the others, both alphabetically, because no other order is known.
 */
export function selectFromSnapshots(attempts: readonly Place[]): readonly AnswerCandidate[] {
  for (const attempt of attempts) {
    const { agents, votes } = countSnapshotVotes(attempt);
    const count = (agentId: string) => votes.get(agentId) ?? 0;
    const ordered = agents.toSorted((a, b) => count(b) - count(a));
    if (ordered.length === 0) continue;
    return ordered.map((agentId) => ({
      agentId,
      reason: count(agentId) > 0 ? "votes" : "first",
      votes: count(agentId),
    }));
  }
  return [];
}
