import type { SubagentListEntry } from "@retinue/runtime";
import type { ShownStatus } from "../watch/view-line.ts";

/** What is shown of a row of a list: its progress while it goes on, then what it came to. */
export function viewOfEntry(entry: SubagentListEntry): ShownStatus {
  const { subagent_id, progress, status, execution_time_seconds, token_usage, budget } = entry;
  if (progress !== undefined) return { ...progress, ...(budget !== undefined && { budget }) };
  return {
    subagent_id,
    status,
    ...(execution_time_seconds !== null && { elapsed_seconds: execution_time_seconds }),
    ...(token_usage !== undefined && { token_usage }),
    ...(budget !== undefined && { budget }),
  };
}

/** When its last run began; ISO 8601. */
export function startOf({ started_at, created_at }: SubagentListEntry): string {
  return started_at ?? created_at;
}
