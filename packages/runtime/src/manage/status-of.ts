import { readSubagentStatus } from "@retinue/recovery";
import { simplifyStatus, subagentResultSchema, type SimplifiedStatus } from "@retinue/status-model";
import { currentRun } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import { progressOf } from "../run/progress.ts";
import type { RunRegistry } from "../run/run-registry.ts";
import { waitsFor } from "../run/waits-for.ts";
import { knownSubagent } from "./known-subagent.ts";

/** Requirement "Read Status from Inner File": the simplified view, from full_logs/status.json. */
export async function statusOf(
  workspace: OpenWorkspace,
  registry: RunRegistry,
  subagentId: string,
): Promise<SimplifiedStatus> {
  const own = registry.open(subagentId);
  if (own !== undefined) return own.status();
  const { paths, record } = knownSubagent(workspace, subagentId);
  const run = currentRun(record);
  if (run.state !== "ended") return progressOf({ paths, record }, waitsFor(workspace, { paths, record }));
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
