import { readSubagentStatus } from "@retinue/recovery";
import { simplifyStatus, subagentResultSchema, type SimplifiedStatus } from "@retinue/status-model";
import { currentRun } from "../record/run-record-file.ts";
import { knownSubagent } from "./known-subagent.ts";
import type { ManagerContext } from "./manager-context.ts";
import { progressOf } from "./progress.ts";

/** Requirement "Read Status from Inner File": the simplified view, from full_logs/status.json. */
export async function statusOf(context: ManagerContext, subagentId: string): Promise<SimplifiedStatus> {
  const live = context.live.get(subagentId);
  if (live !== undefined) return progressOf(live);
  const { paths, record } = knownSubagent(context, subagentId);
  const run = currentRun(record);
  if (run.state !== "ended") return progressOf({ paths, record });
  const result = subagentResultSchema.safeParse(run.result);
  return simplifyStatus({
    subagentId,
    status: await readSubagentStatus({ logPath: paths.logPath, workspacePath: paths.workspace }),
    task: run.task,
    workspace: paths.workspace,
    startedAt: run.started_at,
    ...(result.success ? { result: result.data } : { error: "its result cannot be read" }),
  });
}
