import type { AgentState, Round, RoundOutcome } from "../prepare/team-state.ts";
import { presentOnly } from "./total-usage.ts";

const roundTypes = { answer: "initial_answer", vote: "voting", present: "presentation" } as const;

/** The rounds of an agent that are over, as MassGen's documents have them. */
export function roundHistory({ id, rounds }: AgentState): Record<string, unknown>[] {
  return rounds.filter(({ end }) => end !== undefined).map((round) => roundEntry(id, round));
}

function roundEntry(agentId: string, round: Round): Record<string, unknown> {
  const { number, stage, outcome, start, end = start, usage, tools } = round;
  return {
    round_number: number,
    agent_id: agentId,
    round_type: roundTypes[stage],
    outcome,
    ...presentOnly(usage ?? {}),
    tool_calls_count: tools.length,
    start_time: start,
    end_time: end,
    duration_ms: Math.round((end - start) * 1e5) / 100,
  };
}

/** How many rounds there were, and how they ended: every outcome of MassGen's, and ours. */
export function roundCounts(agents: readonly AgentState[]) {
  const by_outcome: Record<RoundOutcome | "post_evaluation" | "restarted", number> = {
    answer: 0,
    vote: 0,
    presentation: 0,
    post_evaluation: 0,
    restarted: 0,
    abstained: 0,
    error: 0,
    timeout: 0,
  };
  const outcomes = agents.flatMap(({ rounds }) => rounds.flatMap(({ outcome }) => outcome ?? []));
  for (const outcome of outcomes) by_outcome[outcome]++;
  return { total_rounds: outcomes.length, by_outcome };
}
