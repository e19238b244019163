import type { Changes } from "@retinue/status-model";
import { CliError } from "../cli-error.ts";
import { withManager } from "./with-manager.ts";

/**
 * What a subagent changed in the repository that it was given.
 *
 * @throws RuntimeError for a subagent that is not known, CliError NO_CHANGES for one that changed nothing.
 */
export async function changesOf(subagentId: string, workspace = "."): Promise<Changes> {
  const result = await withManager(workspace, (manager) => manager.result(subagentId));
  const { changes } = result ?? {};
  if (changes !== undefined && changes.files > 0) return changes;
  const [problem, remedy] =
    result === undefined
      ? ["still runs", "Wait for it, or stop it with retinue cancel."]
      : changes === undefined
        ? ["was given nothing to change", "Spawn it with changes: {path}."]
        : changes.error === undefined
          ? ["changed nothing", "There is nothing to take over."]
          : [
              `has changes that did not come back: ${changes.error}`,
              `Take them from ${changes.tree} by hand.`,
            ];
  throw new CliError("NO_CHANGES", `${subagentId} ${problem}`, {
    remedy,
    details: { subagent_id: subagentId },
  });
}
