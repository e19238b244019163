import type { Changes } from "@retinue/status-model";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import { recordedResult } from "./recorded-result.ts";

/**
 * What a subagent's last run changed in the repository that it was given.
 *
 * @throws RuntimeError UNKNOWN_SUBAGENT; NO_CHANGES for one that still runs, was given nothing, or changed nothing.
 */
export function changesOf(workspace: OpenWorkspace, subagentId: string): Changes {
  const result = recordedResult(workspace, subagentId);
  const { changes } = result ?? {};
  if (changes !== undefined && changes.files > 0) return changes;
  const none = (problem: string, remedy: string) =>
    new RuntimeError("NO_CHANGES", `${subagentId} ${problem}`, {
      remedy,
      retryable: result === undefined,
      details: { subagent_id: subagentId },
    });
  if (result === undefined) throw none("still runs", "Wait for it, or cancel it.");
  if (changes === undefined) throw none("was given nothing to change", "Spawn it with changes: {path}.");
  if (changes.error === undefined) throw none("changed nothing", "There is nothing to take over.");
  const problem = `has changes that did not come back: ${changes.error}`;
  throw none(problem, `Take them from ${changes.tree} by hand.`);
}
