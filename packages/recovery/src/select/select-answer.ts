import type { AnswerReason, OrchestratorStatus } from "@retinue/status-model";
import { z } from "zod";
import { agentVotes } from "./agent-votes.ts";
import { labelOwners } from "./label-owners.ts";
import { latestLabels } from "./latest-labels.ts";
import { requireArguments } from "../require-arguments.ts";

/** As `parseOrchestratorStatus` of @retinue/status-model makes it. */
const statusSchema = z.looseObject({
  agents: z.instanceof(Map),
  historical_workspaces: z.array(z.unknown()),
  results: z.looseObject({ votes: z.instanceof(Map).optional() }),
});

/** An agent whose answer may be returned, and the rule that puts it at its place in the order. */
export interface AnswerCandidate {
  readonly agentId: string;
  /** Label of its latest answer: `agent2.1`. */
  readonly label?: string;
  readonly reason: Exclude<AnswerReason, "output" | "draft">;
  /** Over all labels of the agent. */
  readonly votes: number;
}

/**
 * The agents whose answer may be returned, best first: the winner, then agents with votes (most
 * first, ties by registration order), then agents with an answer in order of registration.
 *
 * Pure: whether an answer can be read is found out afterwards, and the next candidate is taken when
 * it cannot. Scenarios "Subagent cancelled during voting" and "… with answers but no votes".
 */
export function selectAnswer(status: OrchestratorStatus): readonly AnswerCandidate[] {
  requireArguments("selectAnswer", statusSchema, status);
  const owners = labelOwners(status);
  const votes = agentVotes(status, owners);
  const count = (agentId: string) => votes.get(agentId) ?? 0;
  const labels = latestLabels(status);
  const answered = answeredAgents(status);
  const ordered = registered(status);
  const winner = status.results.winner ?? undefined;

  const chosen = new Map<string, AnswerCandidate["reason"]>();
  if (winner !== undefined && winner !== "") chosen.set(owners.get(winner) ?? winner, "winner");
  for (const agentId of ordered.filter((id) => count(id) > 0).toSorted((a, b) => count(b) - count(a))) {
    if (!chosen.has(agentId)) chosen.set(agentId, "votes");
  }
  for (const agentId of ordered) {
    if (answered.has(agentId) && !chosen.has(agentId)) chosen.set(agentId, "first");
  }
  return [...chosen].map(([agentId, reason]) => {
    const label = labels.get(agentId);
    return { agentId, ...(label !== undefined && { label }), reason, votes: count(agentId) };
  });
}

/** The agents that, by the status, have given an answer. */
export function answeredAgents({ agents, historical_workspaces }: OrchestratorStatus): Set<string> {
  const answered = new Set<string>();
  for (const [agentId, { answer_count = 0, latest_answer_label }] of agents) {
    if (answer_count > 0 || typeof latest_answer_label === "string") answered.add(agentId);
  }
  for (const { agentId } of historical_workspaces) if (agentId !== undefined) answered.add(agentId);
  return answered;
}

/** Agents in order of registration; those that `agents` has lost follow in order of time. */
function registered({ agents, historical_workspaces }: OrchestratorStatus): string[] {
  const ids = new Set(agents.keys());
  for (const { agentId } of historical_workspaces) if (agentId !== undefined) ids.add(agentId);
  return [...ids];
}
