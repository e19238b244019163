import type { AgentState, TeamState } from "../prepare/team-state.ts";

/**
 * The agent with the most votes, ties (and no votes at all) by registration; only agents that have
 * an answer. Undefined when nobody has one.
 */
export function chooseWinner({ agents }: TeamState): AgentState | undefined {
  const votesFor = (agent: AgentState) => agents.filter(({ vote }) => vote?.forAgent === agent.id).length;
  const candidates = agents.filter(({ answers }) => answers.length > 0);
  const most = Math.max(...candidates.map(votesFor));
  return candidates.find((agent) => votesFor(agent) === most);
}
