import type { OrchestratorStatus } from "@retinue/status-model";

/** The label of each agent's latest answer. `historical_workspaces` is in order of time. */
export function latestLabels({ agents, historical_workspaces }: OrchestratorStatus): Map<string, string> {
  const labels = new Map<string, string>();
  for (const [agentId, { latest_answer_label }] of agents) {
    if (typeof latest_answer_label === "string") labels.set(agentId, latest_answer_label);
  }
  for (const { agentId, answerLabel } of historical_workspaces) {
    if (agentId !== undefined && answerLabel !== undefined) labels.set(agentId, answerLabel);
  }
  return labels;
}
