import type { AgentState, Round } from "../prepare/team-state.ts";
import type { DraftEvent } from "./round-draft.ts";
import type { TeamRecord } from "./team-record.ts";

/** Puts among the events what happens while an agent speaks; uses of tools by the names that MassGen's display reads. */
export function recordDraftEvent(
  record: TeamRecord,
  agent: AgentState,
  round: Round,
  event: DraftEvent,
): void {
  if (event.event === "note")
    return record.happened("note", agent, { round: round.number, note: event.note });
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
