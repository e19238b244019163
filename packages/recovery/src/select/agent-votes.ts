import type { OrchestratorStatus } from "@retinue/status-model";

/** Votes per agent: several labels of one agent add up, and votes by agent id count as well. */
export function agentVotes(
  { agents, results }: OrchestratorStatus,
  owners: ReadonlyMap<string, string>,
): Map<string, number> {
  const votes = new Map<string, number>();
  for (const [name, count] of results.votes) {
    const agentId = owners.get(name) ?? (agents.has(name) ? name : undefined);
    if (agentId !== undefined) votes.set(agentId, (votes.get(agentId) ?? 0) + count);
  }
  return votes;
}
