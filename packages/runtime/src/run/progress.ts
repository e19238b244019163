import { readSubagentStatus } from "@retinue/recovery";
import { simplifyStatus, type SimplifiedStatus } from "@retinue/status-model";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";

/** Where a run that has not been finished stands; `pending` from memory while it has no status file. */
export async function progressOf(
  { paths, record }: RecordedRun,
  waitingFor: string | undefined,
): Promise<SimplifiedStatus> {
  const { task, started_at, budget } = currentRun(record);
  const status = await readSubagentStatus({ logPath: paths.logPath, workspacePath: paths.workspace });
  return simplifyStatus({
    subagentId: paths.subagentId,
    status,
    waitingFor,
    budget,
    task,
    workspace: paths.workspace,
    startedAt: started_at,
  });
}
