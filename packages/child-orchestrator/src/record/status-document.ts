import { join } from "node:path";
import { now, type AgentState, type TeamState } from "../prepare/team-state.ts";
import { activeAgent, agentStatus, completionPercentage, mustJudge } from "./progress.ts";
import { roundCounts, roundHistory } from "./round-entries.ts";
import { presentOnly, totalUsage } from "./total-usage.ts";

/** Characters of the prompt that status.json repeats: it is rewritten on every change. */
const questionLength = 10_000;

/**
 * The text of status.json. Text and not an object: `JSON.stringify` would move agents with
 * integer-like ids to the front, and their order is that of registration.
 */
export function statusText(team: TeamState): string {
  const agents = team.agents.map(
    (agent) => `${JSON.stringify(agent.id)}:${JSON.stringify(agentEntry(team, agent))}`,
  );
  const before = JSON.stringify(sectionsBefore(team)).slice(0, -1);
  const after = JSON.stringify(sectionsAfter(team)).slice(1);
  return `${before},"agents":{${agents.join(",")}},${after}\n`;
}

function sectionsBefore(team: TeamState): Record<string, unknown> {
  const { winner, ended, phase } = team;
  const at = now();
  const complete = phase === "presentation" && winner !== undefined;
  const details = ended?.details ?? (complete ? `Winner: ${winner}` : `Phase: ${phase}`);
  return {
    finish_reason: ended?.reason ?? (complete ? "completed" : "in_progress"),
    finish_reason_details: details,
    // As MassGen has it, true from the moment that there is a winner to present.
    is_complete: complete,
    meta: {
      last_updated: at,
      session_id: team.sessionId,
      log_dir: team.attemptDirectory,
      question: team.prompt.slice(0, questionLength),
      start_time: team.startedAt,
      elapsed_seconds: Math.round((at - team.startedAt) * 1000) / 1000,
      context_paths: team.contextPaths.map((path) => ({ path, permission: "read" })),
    },
    costs: totalCosts(team),
    rounds: roundTotals(team),
    coordination: {
      phase,
      active_agent: activeAgent(team),
      completion_percentage: completionPercentage(team),
      is_final_presentation: phase === "presentation",
    },
  };
}

function sectionsAfter(team: TeamState): Record<string, unknown> {
  const votes: Record<string, number> = {};
  for (const { vote } of team.agents) {
    if (vote !== undefined) votes[vote.forLabel] = (votes[vote.forLabel] ?? 0) + 1;
  }
  const problems = team.agents.flatMap((agent) => agent.problems.map((text) => `agent ${agent.id}: ${text}`));
  const warnings = [...(team.wrappedUp === undefined ? [] : [team.wrappedUp]), ...problems];
  return {
    ...(warnings.length > 0 && { warnings }),
    historical_workspaces: team.answers.map(({ agentId, label, timestamp, workspacePath }) => ({
      answerId: `${agentId}-${timestamp}`,
      agentId,
      answerNumber: Number(label.split(".")[1]) - 1,
      answerLabel: label,
      timestamp,
      workspacePath,
    })),
    results: {
      votes,
      winner: team.winner ?? null,
      final_answer_preview: team.finalAnswer?.slice(0, 200) ?? null,
    },
  };
}

function agentEntry(team: TeamState, agent: AgentState): Record<string, unknown> {
  const { vote, answers, rounds, failure } = agent;
  const current = rounds.at(-1);
  return {
    status: agentStatus(team, agent),
    answer_count: answers.length,
    latest_answer_label: answers.at(-1)?.label ?? null,
    vote_cast:
      vote === undefined
        ? null
        : {
            voted_for_agent: vote.forAgent,
            voted_for_label: vote.forLabel,
            reason_preview: vote.reason.slice(0, 100),
          },
    times_restarted: timesRestarted(team, agent),
    last_activity: agent.lastActivity,
    error: failure ?? null,
    workspace_paths: {
      workspace: agent.workspace,
      snapshot_storage: join(team.attemptDirectory, agent.id),
      temp_workspace: agent.temporaryWorkspace,
    },
    token_usage: presentOnly(totalUsage([agent])),
    round_history: roundHistory(agent),
    round_timing: { round_number: current?.number ?? 0, round_start_time: current?.start ?? null },
  };
}

/** Rounds that were asked for because somebody else had given a newer answer. */
function timesRestarted(team: TeamState, agent: AgentState): number {
  const votes = agent.rounds.filter(({ outcome }) => outcome === "vote").length;
  return Math.max(0, votes - 1) + (votes > 0 && mustJudge(team, agent) ? 1 : 0);
}

/** Totals of what was reported. Nobody reported: no total, since zero would be a claim. */
function totalCosts(team: TeamState): Record<string, unknown> {
  const { input_tokens, output_tokens, estimated_cost } = totalUsage(team.agents);
  return presentOnly({
    total_estimated_cost: estimated_cost,
    total_input_tokens: input_tokens,
    total_output_tokens: output_tokens,
  });
}

/** `rounds`: how many there were, how they ended, and what they cost. */
function roundTotals({ agents }: TeamState): Record<string, unknown> {
  const { input_tokens, output_tokens, estimated_cost } = totalUsage(agents);
  return {
    ...roundCounts(agents),
    ...presentOnly({
      total_round_input_tokens: input_tokens,
      total_round_output_tokens: output_tokens,
      total_round_cost: estimated_cost,
    }),
  };
}
