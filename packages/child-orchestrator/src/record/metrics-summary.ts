import { join } from "node:path";
import { now, type TeamState } from "../prepare/team-state.ts";
import { replaceFile } from "./replace-file.ts";
import { roundTotals } from "./status-document.ts";
import { presentOnly, totalUsage } from "./total-usage.ts";

/** Writes metrics_summary.json, at the end of a run. What nobody reported is left out. */
export function writeMetricsSummary(team: TeamState): void {
  const summary = {
    meta: {
      generated_at: now(),
      session_id: team.sessionId,
      question: team.prompt,
      num_agents: team.agents.length,
      winner: team.winner ?? null,
    },
    totals: totalsOf(team),
    rounds: roundTotals(team),
    agents: Object.fromEntries(
      team.agents.map((agent) => [agent.id, { token_usage: presentOnly(totalUsage([agent])) }]),
    ),
  };
  const text = `${JSON.stringify(summary, undefined, 2)}\n`;
  replaceFile(join(team.attemptDirectory, "metrics_summary.json"), text);
}

/** As MassGen has them: a team spawns no subagents, so that what it cost is what its agents cost. */
function totalsOf({ agents }: TeamState): Record<string, unknown> {
  const usage = totalUsage(agents);
  const { estimated_cost } = usage;
  const costs = estimated_cost === undefined ? {} : { agent_cost: estimated_cost, subagent_cost: 0 };
  return presentOnly({ ...usage, ...costs });
}
