import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { logLayout } from "@retinue/engine-contract";

/** Of those that MassGen's display reads, by its names: round_start, tool_start, tool_complete, answer_submitted, vote, winner_selected, final_answer. */
export type TeamEvent =
  | "team_started"
  | "round_start"
  | "round_end"
  | "tool_start"
  | "tool_complete"
  | "note"
  | "model_call"
  | "answer_submitted"
  | "vote"
  | "abstained"
  | "agent_failed"
  | "problem"
  | "message"
  | "wrap_up"
  | "winner_selected"
  | "final_answer"
  | "team_ended";

/** Adds one line to events.jsonl. A single write: a kill cuts at most the last line. */
export function appendEvent(
  attemptDirectory: string,
  event: TeamEvent,
  agentId: string | undefined,
  data: Record<string, unknown> = {},
): void {
  const timestamp = new Date().toISOString();
  const line = {
    timestamp,
    event_type: event,
    ...(agentId !== undefined && { agent_id: agentId }),
    ...(typeof data["round"] === "number" && { round_number: data["round"] }),
    data,
  };
  appendFileSync(join(attemptDirectory, logLayout.events), `${JSON.stringify(line)}\n`);
}
