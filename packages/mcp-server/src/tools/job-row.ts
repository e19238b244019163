import { idSchema } from "@retinue/engine-contract";
import type { SubagentListEntry, SubagentManager } from "@retinue/runtime";

/** The argument that names a job. */
export const jobIdSchema = idSchema.describe("The subagent_id");

/** Ask again after so many ms: what runs takes minutes. */
export const pollAfterMs = 5000;

/**
 * What is known of a job.
 *
 * @throws RuntimeError UNKNOWN_SUBAGENT.
 */
export async function jobRow(manager: SubagentManager, id: string): Promise<SubagentListEntry> {
  const row = (await manager.list()).find(({ subagent_id }) => subagent_id === id);
  if (row !== undefined) return row;
  // Says which there are; one that was begun this moment is in no list yet.
  const { status, task = "", workspace = "" } = await manager.status(id);
  return {
    subagent_id: id,
    status: status === "pending" ? "running" : status,
    workspace,
    task,
    created_at: "",
    started_at: null,
    ended_at: null,
    execution_time_seconds: null,
    success: null,
    session_id: null,
    last_continued_at: null,
    continuable: false,
    source_agent: null,
  };
}
