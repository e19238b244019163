import type { OrchestratorStatus } from "@retinue/status-model";

/**
 * Which agent an answer label belongs to, labels of answers that were replaced since included. A
 * label is no clue to its agent by itself: labels number the agents alphabetically.
 */
export function labelOwners({ agents, historical_workspaces }: OrchestratorStatus): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [agentId, { latest_answer_label }] of agents) {
    if (typeof latest_answer_label === "string") owners.set(latest_answer_label, agentId);
  }
  for (const { answerLabel, agentId } of historical_workspaces) {
    if (answerLabel !== undefined && agentId !== undefined) owners.set(answerLabel, agentId);
  }
  return owners;
}
