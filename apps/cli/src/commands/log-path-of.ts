import { CliError } from "../cli-error.ts";
import { withManager } from "./with-manager.ts";

/**
 * The log directory of a subagent of a workspace.
 *
 * @throws RuntimeError UNKNOWN_SUBAGENT, CliError NOT_READABLE where nobody knows its logs.
 */
export async function logPathOf(subagentId: string, workspace: string | undefined): Promise<string> {
  return withManager(workspace, async (manager) => {
    const entry = (await manager.list()).find(({ subagent_id }) => subagent_id === subagentId);
    // The refusal that names those that there are.
    if (entry === undefined) await manager.status(subagentId);
    if (entry?.log_path !== undefined) return entry.log_path;
    throw new CliError("NOT_READABLE", `It is not known where the logs of ${subagentId} are`, {
      remedy: "Give their directory to: retinue recover DIR",
    });
  });
}
