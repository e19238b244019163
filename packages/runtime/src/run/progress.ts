import { usageOfSpending } from "@retinue/engine-contract";
import { readSubagentStatus } from "@retinue/recovery";
import { simplifyStatus, type SimplifiedStatus } from "@retinue/status-model";
import { hasModels } from "../models/models-file.ts";
import { spendingIn } from "../models/write-own-record.ts";
import { supervisorDirectory } from "../prepare/subagent-paths.ts";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";

/** Where a run that has not been finished stands; `pending` from memory while it has no status file. */
export async function progressOf(
  { paths, record }: RecordedRun,
  waitingFor: string | undefined,
): Promise<SimplifiedStatus> {
  const { task, started_at, budget } = currentRun(record);
  const counted = hasModels(supervisorDirectory(paths.logPath, record.runs.length))
    ? spendingIn(paths.runRecord, record.runs.length)
    : undefined;
  const status = await readSubagentStatus({ logPath: paths.logPath, workspacePath: paths.workspace });
  return simplifyStatus({
    subagentId: paths.subagentId,
    status,
    waitingFor,
    budget,
    counted: counted && usageOfSpending(counted),
    task,
    workspace: paths.workspace,
    startedAt: started_at,
  });
}
