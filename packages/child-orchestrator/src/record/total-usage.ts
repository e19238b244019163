import type { Usage } from "../contract/agent-backend.ts";
import type { AgentState } from "../prepare/team-state.ts";

const keys = ["input_tokens", "cached_input_tokens", "output_tokens", "estimated_cost"] as const;

/** What the rounds of these agents cost, as far as it was reported; what nobody reported is absent. */
export function totalUsage(agents: readonly AgentState[]): Usage {
  const reported = agents.flatMap(({ rounds }) => rounds.flatMap(({ usage }) => usage ?? []));
  const totals: Partial<Record<(typeof keys)[number], number>> = {};
  for (const key of keys) {
    const amounts = reported.flatMap((usage) => usage[key] ?? []);
    if (amounts.length > 0) totals[key] = amounts.reduce((sum, amount) => sum + amount, 0);
  }
  return totals;
}

/** Without the keys whose value is undefined. */
export function presentOnly(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
