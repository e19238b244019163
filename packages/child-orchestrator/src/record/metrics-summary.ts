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
    totals: presentOnly(totalUsage(team.agents)),
    rounds: roundTotals(team),
    agents: Object.fromEntries(
      team.agents.map((agent) => [agent.id, { token_usage: presentOnly(totalUsage([agent])) }]),
    ),
  };
  const text = `${JSON.stringify(summary, undefined, 2)}\n`;
  replaceFile(join(team.attemptDirectory, "metrics_summary.json"), text);
}
