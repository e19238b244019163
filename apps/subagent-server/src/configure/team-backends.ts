import type { ParentAgent, SubagentOrchestrator } from "@retinue/coordination-config";

/** The types of all backends that a team may be made of: an engine has to know each. */
export function teamBackends(
  agents: readonly ParentAgent[],
  orchestrator?: Partial<SubagentOrchestrator> | null,
): (string | null | undefined)[] {
  const local = agents.flatMap(({ subagent_agents }) => subagent_agents ?? []);
  return [...agents, ...local, ...(orchestrator?.agents ?? [])].map(({ backend }) => backend?.type);
}
