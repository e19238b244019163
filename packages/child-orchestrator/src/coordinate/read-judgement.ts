import type { AgentReply } from "../contract/agent-backend.ts";
import type { AgentState, Answer, TeamState } from "../prepare/team-state.ts";

/** What an agent that judges was given. */
export interface Ballot {
  /** The labels of the answers that it was shown, by agent. */
  readonly shown: ReadonlyMap<string, string>;
  readonly mayAnswer: boolean;
}

/** What a reply in the vote stage says: a vote, a new answer, or nothing that can be used. */
export type Judgement =
  | { readonly kind: "vote"; readonly answer: Answer; readonly reason: string }
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "none"; readonly complaint: string };

/**
 * Reads a reply of the vote stage. A program that knows nothing of voting prints its answer again:
 * that is a vote for itself, and no new answer.
 */
export function readJudgement(
  team: TeamState,
  agent: AgentState,
  reply: AgentReply,
  { shown, mayAnswer }: Ballot,
): Judgement {
  const { vote, text } = reply;
  if (vote !== undefined) {
    const answer = votedFor(team, vote.for, shown);
    if (answer !== undefined) return { kind: "vote", answer, reason: vote.reason ?? "" };
    return {
      kind: "none",
      complaint: `${JSON.stringify(vote.for.slice(0, 80))} is not the label of an answer; there are ${[...shown.values()].join(", ")}`,
    };
  }
  if (text === "") {
    const why = (reply.problems ?? []).join("; ");
    return { kind: "none", complaint: why === "" ? "it held neither a vote nor an answer" : why };
  }
  const own = agent.answers.at(-1);
  if (own !== undefined && own.text === text)
    return { kind: "vote", answer: own, reason: "gave the same answer again" };
  if (mayAnswer) return { kind: "answer", text };
  return { kind: "none", complaint: "it was a new answer, but only a vote was left to give" };
}

/**
 * By label, also of an answer that was replaced since; by agent id; by the agent's number (`agent2`). Only who
 * was shown an answer of an agent can judge it: as in MassGen, any other vote is none.
 */
function votedFor({ agents, answers }: TeamState, name: string, shown: Ballot["shown"]): Answer | undefined {
  const byLabel = answers.find(({ label }) => label === name);
  if (byLabel !== undefined) return shown.has(byLabel.agentId) ? byLabel : undefined;
  const agent =
    agents.find(({ id }) => id === name) ?? agents.find(({ number }) => `agent${number}` === name);
  return agent && answers.find(({ label }) => label === shown.get(agent.id));
}
