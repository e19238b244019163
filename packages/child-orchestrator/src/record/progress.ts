import type { AgentState, TeamState } from "../prepare/team-state.ts";

/** Whether an agent with an answer has yet to judge what there is now. */
export function mustJudge(team: TeamState, agent: AgentState): boolean {
  const { judged } = agent;
  if (judged === undefined) return true;
  return (
    team.rules.injection && team.answers.some(({ order, agentId }) => order > judged && agentId !== agent.id)
  );
}

/** An agent's status in MassGen's words. */
export function agentStatus(team: TeamState, agent: AgentState): string {
  if (agent.failure !== undefined) return agent.failure.type;
  if (agent.vote !== undefined)
    return mustJudge(team, agent) && team.winner === undefined ? "restarting" : "voted";
  if (agent.answers.length > 0) return "answered";
  return agent.rounds.length > 0 ? "streaming" : "waiting";
}

/**
 * The first registered agent that is waited for. While nobody has voted that is one without an
 * answer, then one without a vote; nobody in the presentation.
 */
export function activeAgent({ phase, agents }: TeamState): string | null {
  if (phase === "presentation") return null;
  const voting = phase === "enforcement";
  const waitedFor = agents.find(
    ({ failure, answers, vote, judged }) =>
      failure === undefined && (voting ? vote === undefined && judged === undefined : answers.length === 0),
  );
  return waitedFor?.id ?? null;
}

/**
 * Of two steps for each agent, an answer and a vote, the part that is done; 100 once the final
 * answer is there. Never goes back: a vote counts until its agent has cast another.
 */
export function completionPercentage({ agents, finalAnswer }: TeamState): number {
  if (finalAnswer !== undefined) return 100;
  const steps = agents.reduce(
    (sum, { answers, vote }) => sum + (answers.length > 0 ? 1 : 0) + (vote === undefined ? 0 : 1),
    0,
  );
  return Math.floor((steps / (agents.length * 2)) * 100);
}
