import type { AgentState, TeamState } from "../prepare/team-state.ts";
import { mustJudge } from "../record/progress.ts";

/** Whether an agent neither answered nor failed yet. */
function isAnswering({ answers, failure }: AgentState): boolean {
  return answers.length === 0 && failure === undefined;
}

/** Whether nobody has anything left to judge. */
export function votingIsOver(team: TeamState): boolean {
  return team.agents.every(
    (agent) => agent.failure !== undefined || (agent.answers.length > 0 && !mustJudge(team, agent)),
  );
}

/**
 * Whether an agent may be asked for its vote now. With deferred voting: when everybody has answered
 * or failed. Without: as soon as there is an answer of somebody else to judge, or none to come.
 */
export function mayJudge(team: TeamState, agent: AgentState): boolean {
  const others = team.agents.filter((other) => other !== agent);
  if (!others.some(isAnswering)) return true;
  return !team.rules.deferVoting && others.some(({ answers }) => answers.length > 0);
}

/** The latest answer of each agent that has one, in order of registration. */
export function latestAnswers(team: TeamState) {
  return team.agents.flatMap(({ answers }) => answers.at(-1) ?? []);
}
