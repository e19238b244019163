import { budgetSchema, type TokenUsage } from "@retinue/status-model";
import type { SubagentListEntry } from "../contract/subagent-manager.ts";
import type { RegistryRow } from "./registry.ts";

const TASK_CHARACTERS = 100;

/** Where a subagent is by now. */
interface Places {
  readonly log_path: string;
  readonly workspace: string;
}

/**
 * A registry's row with the keys of a list entry; what is absent or of another type is null.
 *
 * @param places Instead of what the row says.
 */
export function listEntry(row: RegistryRow, places?: Places): SubagentListEntry {
  const text = (key: string) => (typeof row[key] === "string" ? row[key] : null);
  const number = (key: string) => (typeof row[key] === "number" ? row[key] : null);
  const task = text("task") ?? "";
  const log_path = places?.log_path ?? text("log_path");
  const token_usage = usageIn(row["token_usage"]);
  return {
    subagent_id: row.subagent_id,
    status: text("status") ?? "running",
    workspace: places?.workspace ?? text("workspace") ?? "",
    task: task.length > TASK_CHARACTERS ? `${task.slice(0, TASK_CHARACTERS)}...` : task,
    created_at: text("created_at") ?? "",
    started_at: text("started_at"),
    ended_at: text("ended_at"),
    execution_time_seconds: number("execution_time_seconds"),
    success: typeof row["success"] === "boolean" ? row["success"] : null,
    session_id: text("session_id"),
    last_continued_at: text("last_continued_at"),
    continuable: row["continuable"] === true,
    source_agent: text("source_agent"),
    ...(log_path !== null && { log_path }),
    ...(token_usage !== undefined && { token_usage }),
    // Few runs have one.
    ...(row["budget"] !== undefined && { budget: budgetSchema.safeParse(row["budget"]).data }),
  };
}

// By hand: there may be thousands of rows, and a schema for each would cost more than reading them.
function usageIn(value: unknown): TokenUsage | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const known = Object.entries(value).filter(([, count]) => typeof count === "number");
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
