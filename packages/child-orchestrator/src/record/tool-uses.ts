import type { AgentState } from "../prepare/team-state.ts";

/** How often these agents used each tool. How long it took, and whether it failed, no agent tells. */
export function toolUses(agents: readonly AgentState[]) {
  const used = agents.flatMap(({ rounds }) => rounds.flatMap(({ tools }) => tools));
  const counts = Map.groupBy(used, (name) => name);
  return {
    total_calls: used.length,
    by_tool: Object.fromEntries([...counts].map(([name, { length }]) => [name, { call_count: length }])),
  };
}
