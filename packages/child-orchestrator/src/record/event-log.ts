import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { logLayout } from "@retinue/engine-contract";

export type TeamEvent =
  | "team_started"
  | "round_started"
  | "round_ended"
  | "tool"
  | "note"
  | "answer"
  | "vote"
  | "abstained"
  | "agent_failed"
  | "problem"
  | "winner"
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
  const line = { timestamp, event_type: event, ...(agentId !== undefined && { agent_id: agentId }), data };
  appendFileSync(join(attemptDirectory, logLayout.events), `${JSON.stringify(line)}\n`);
}
