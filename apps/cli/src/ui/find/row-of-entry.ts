import type { RunRow } from "@retinue/run-page";
import type { SubagentListEntry } from "@retinue/runtime";
import { simplifyStatus } from "@retinue/status-model";
import { startOf, viewOfEntry } from "../../live/view-of-entry.ts";
import { runKey } from "./run-key.ts";

/**
 * A row of the page from a row of a manager's list.
 *
 * @param several Whether the list is of more than one workspace, which each row names then.
 */
export function rowOfEntry(
  entry: SubagentListEntry,
  { workspace, several }: { readonly workspace: string; readonly several: boolean },
): RunRow {
  const { subagent_id, status, progress } = entry;
  // How one that is over has ended its row says; the view knows fewer endings.
  const { status: simplified } = progress ?? simplifyStatus({ subagentId: subagent_id });
  return {
    key: `${runKey(workspace)}.${subagent_id}`,
    id: subagent_id,
    ...(several && { place: workspace }),
    // Of a run that waits its progress says so.
    status: status === "running" ? (progress?.status ?? status) : status,
    view: { ...viewOfEntry(entry), status: simplified, task: entry.task, started_at: startOf(entry) },
    goesOn: status === "running",
    endedAt: entry.ended_at ?? undefined,
    timeoutSeconds: entry.timeout_seconds,
    isOwned: true,
    canContinue: entry.continuable && status !== "running",
  };
}
