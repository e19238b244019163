import type { AgentState, TeamState, Vote } from "../prepare/team-state.ts";

export interface VoteContext {
  readonly timestamp: string;
  readonly iteration: number;
  readonly round: number;
  /** Labels that the voter was shown, by agent id. */
  readonly shown: ReadonlyMap<string, string>;
}

/** vote.json as MassGen writes it. */
export function voteDocument(team: TeamState, voter: AgentState, vote: Vote, context: VoteContext): object {
  const { timestamp, iteration, round, shown } = context;
  const anonymous = (id: string) => `agent${team.agents.find((agent) => agent.id === id)?.number}`;
  const options = [...shown.keys()].toSorted();
  return {
    voter_id: voter.id,
    voter_anon_id: anonymous(voter.id),
    voted_for: vote.forAgent,
    voted_for_label: vote.forLabel,
    voted_for_anon: anonymous(vote.forAgent),
    reason: vote.reason,
    timestamp,
    unix_timestamp: vote.at,
    iteration,
    coordination_round: round,
    available_options: options,
    available_options_labels: options.map((id) => shown.get(id)),
    answer_label_to_agent: Object.fromEntries(options.map((id) => [shown.get(id), id])),
    available_options_anon: options.map(anonymous),
    agent_mapping: Object.fromEntries(options.map((id) => [anonymous(id), id])),
  };
}
