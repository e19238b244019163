import { readSubagentStatus } from "@retinue/recovery";
import type { SubagentResult } from "@retinue/status-model";
import type { Settings } from "../configure/manager-options.ts";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";

/**
 * A result with what the run changed in the repository that it was given, however it ended. Changes that cannot be
 * brought back are said to be in their tree, which stays. Never rejects.
 */
export async function withChanges(
  run: RecordedRun,
  result: SubagentResult,
  { environment, log }: Settings,
): Promise<SubagentResult> {
  const { changes: recorded } = currentRun(run.record);
  if (recorded === undefined) return result;
  const { subagentId, workspace } = run.paths;
  const files = result.files?.filter(({ path }) => !path.startsWith(`${recorded.tree}/`));
  const rest = { ...result, ...(files !== undefined && { files }) };
  try {
    const { collectChanges } = await import("@retinue/changes");
    const winner = await winnerOf(run, result);
    const changes = await collectChanges({
      directory: recorded.directory,
      subagentId,
      message: `Changes of subagent ${subagentId}`,
      ...(winner !== undefined && { winner }),
      environment,
    });
    return changes === undefined ? result : { ...rest, changes };
  } catch (error) {
    const { message } = error as Error;
    log(`The changes of subagent ${subagentId} could not be brought back: ${message}`);
    const none = { files: 0, insertions: 0, deletions: 0 };
    return { ...rest, changes: { repository: recorded.path, tree: workspace, ...none, error: message } };
  }
}

/** Whose answer it is; of what the team put out, its winner's. */
async function winnerOf({ paths }: RecordedRun, result: SubagentResult): Promise<string | undefined> {
  const { agent_id: author } = result.answer_source ?? {};
  if (author !== undefined) return author;
  const { logPath, workspace } = paths;
  const status = await readSubagentStatus({ logPath, workspacePath: workspace }).catch(() => undefined);
  return status?.results.winner || undefined;
}
