import type { ModelCall } from "../contract/agent-backend.ts";
import type { AgentState, Round } from "../prepare/team-state.ts";
import type { DraftEvent } from "./round-draft.ts";
import type { TeamRecord } from "./team-record.ts";
import { presentOnly } from "./total-usage.ts";

/** Puts among the events what happens while an agent speaks; uses of tools by the names that MassGen's display reads. */
export function recordDraftEvent(
  record: TeamRecord,
  agent: AgentState,
  round: Round,
  event: DraftEvent,
): void {
  if (event.event === "note")
    return record.happened("note", agent, { round: round.number, note: event.note });
  if (event.event === "call") return record.happened("model_call", agent, callData(round, event.call));
  const data = {
    round: round.number,
    ...toolOf(agent, round, round.tools.length, event.name),
    args: event.about,
  };
  record.happened("tool_start", agent, data);
  round.tools.push(event.name);
}

/** An agent does not say when a tool is done: with its round it is. */
export function recordToolsEnded(record: TeamRecord, agent: AgentState, round: Round): void {
  for (const [index, name] of round.tools.entries())
    record.happened("tool_complete", agent, { round: round.number, ...toolOf(agent, round, index, name) });
}

function toolOf({ id }: AgentState, { number }: Round, index: number, tool_name: string) {
  return { tool_id: `${id}_${number}_${index}`, tool_name };
}

function callData({ number }: Round, { model, start, end, usage, finish, error }: ModelCall) {
  return {
    round: number,
    model,
    start_time: start,
    end_time: end,
    ...presentOnly(usage ?? {}),
    ...(finish !== undefined && { finish_reason: finish }),
    ...(error !== undefined && { error }),
  };
}
