import type { AgentDetail, AgentRound, AgentVote } from "@retinue/run-page";
import type { AgentStatus, OrchestratorStatus } from "@retinue/status-model";
import { z } from "zod";
import { castVote } from "../../live/cast-vote.ts";

const time = z
  .number()
  .positive()
  .transform((seconds) => seconds * 1000);
const count = z.number().min(0).optional().catch(undefined);

/** An entry of `round_history`, which MassGen and our engine write alike. */
const roundSchema = z
  .object({
    round_number: z.number(),
    round_type: z.string().catch("round"),
    outcome: z.string().optional().catch(undefined),
    start_time: time,
    end_time: time.optional().catch(undefined),
    input_tokens: count,
    output_tokens: count,
    estimated_cost: count,
  })
  .transform((round): AgentRound => ({
    number: round.round_number,
    type: round.round_type,
    outcome: round.outcome ?? "over",
    startMs: round.start_time,
    endMs: round.end_time,
    inputTokens: round.input_tokens,
    outputTokens: round.output_tokens,
    cost: round.estimated_cost,
  }));

const timingSchema = z.object({ round_number: z.number(), round_start_time: time });

/** MassGen has ten agents at most; each goes as often as its limits let it. */
const maxRounds = 500;

/**
 * What a status says of each agent, in order of registration; what is damaged of it is left out.
 *
 * @param goesOn Whether a round that has begun may still go on.
 */
export function agentDetails(status: OrchestratorStatus | undefined, goesOn: boolean): AgentDetail[] {
  if (status === undefined) return [];
  const owners = new Map(
    status.historical_workspaces.flatMap(({ answerLabel, agentId }) =>
      answerLabel === undefined || agentId === undefined ? [] : [[answerLabel, agentId] as const],
    ),
  );
  return [...status.agents].map(([id, agent]) => {
    const rounds = roundsOf(agent, goesOn);
    return {
      id,
      status: agent.status ?? "",
      ...(typeof agent.error === "string" && { error: agent.error }),
      rounds,
      answers: answersOf(id, status),
      vote: voteOf(agent, rounds, owners),
    };
  });
}

function roundsOf(agent: AgentStatus, goesOn: boolean): AgentRound[] {
  const history = Array.isArray(agent["round_history"]) ? agent["round_history"].slice(-maxRounds) : [];
  const rounds = history.flatMap((each) => roundSchema.safeParse(each).data ?? []);
  const current = timingSchema.safeParse(agent["round_timing"]).data;
  const last = rounds.at(-1);
  if (!goesOn || current === undefined || current.round_number <= (last?.number ?? -1)) return rounds;
  return [...rounds, { number: current.round_number, type: "round", startMs: current.round_start_time }];
}

function answersOf(id: string, { historical_workspaces }: OrchestratorStatus): AgentDetail["answers"] {
  return historical_workspaces
    .filter(({ agentId }) => agentId === id)
    .map(({ answerLabel = "", timestamp }) => ({ label: answerLabel, atMs: timeOfSnapshot(timestamp) }));
}

/** `20260102_190131_938811` is local time, of the machine that wrote it. */
function timeOfSnapshot(name: string | undefined): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)(?:_(\d{3}))?/.exec(name ?? "");
  if (parts === null) return undefined;
  const [year = 0, month = 0, day, hour, minute, second, milliseconds = 0] = parts.slice(1).map(Number);
  return new Date(year, month - 1, day, hour, minute, second, milliseconds || 0).getTime();
}

function voteOf(
  agent: AgentStatus,
  rounds: readonly AgentRound[],
  owners: ReadonlyMap<string, string>,
): AgentVote | undefined {
  const vote = castVote(agent.vote_cast);
  if (vote === undefined) return undefined;
  const { named, agent: whose = owners.get(named), reason } = vote;
  return {
    for: named,
    agent: whose,
    reason,
    atMs: rounds.findLast(({ outcome }) => outcome === "vote")?.endMs,
  };
}
