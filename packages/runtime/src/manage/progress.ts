import { readSubagentStatus } from "@retinue/recovery";
import { simplifyStatus, type SimplifiedStatus } from "@retinue/status-model";
import { currentRun } from "../record/run-record-file.ts";
import type { LiveRun } from "./live-run.ts";

/** Where a run that has not been finished stands; `pending` from memory while it has no status file. */
export async function progressOf({
  paths,
  record,
}: Pick<LiveRun, "paths" | "record">): Promise<SimplifiedStatus> {
  const { task, started_at } = currentRun(record);
  const status = await readSubagentStatus({ logPath: paths.logPath, workspacePath: paths.workspace });
  return simplifyStatus({
    subagentId: paths.subagentId,
    status,
    task,
    workspace: paths.workspace,
    startedAt: started_at,
  });
}

/** Tells a run's listeners that its status file has changed. */
export async function notifyProgress(run: LiveRun): Promise<void> {
  if (run.listeners.size === 0) return;
  const progress = await progressOf(run);
  for (const listener of run.listeners) listener(progress);
}
