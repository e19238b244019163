import { join } from "node:path";
import { now, type AgentState, type TeamState } from "../prepare/team-state.ts";
import { replaceFile } from "./replace-file.ts";
import { roundCounts, roundHistory } from "./round-entries.ts";
import { toolUses } from "./tool-uses.ts";
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
    tools: toolUses(team.agents),
    rounds: roundsOf(team),
    agents: Object.fromEntries(team.agents.map((agent) => [agent.id, agentOf(agent)])),
    subagents: { total_subagents: 0, subagents: [] },
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

function agentOf(agent: AgentState): Record<string, unknown> {
  return {
    tool_metrics: toolUses([agent]),
    round_history: roundHistory(agent),
    token_usage: presentOnly(totalUsage([agent])),
  };
}

function roundsOf({ agents }: TeamState): Record<string, unknown> {
  const { input_tokens, output_tokens, estimated_cost } = totalUsage(agents);
  const totals = { total_input_tokens: input_tokens, total_output_tokens: output_tokens };
  return { ...roundCounts(agents), ...presentOnly({ ...totals, total_estimated_cost: estimated_cost }) };
}
