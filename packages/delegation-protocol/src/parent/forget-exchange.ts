import { ContainedFsError, removeEntryWithin, withRoot } from "@retinue/contained-fs";
import { requireId } from "@retinue/engine-contract";
import { delegationFiles } from "../message/file-names.ts";

/**
 * Removes what a subagent's request left in the shared directory: once its response was taken and kept, and
 * before a new request of the same subagent.
 *
 * @throws ContainedFsError when there is a directory that cannot be entered.
 */
export function forgetExchange(directory: string, subagentId: string): void {
  const id = requireId(subagentId);
  const { cancel, request, response, receipt } = delegationFiles;
  try {
    withRoot(directory, (root) => {
      for (const name of [cancel, request, response, receipt]) removeEntryWithin(root, name(id));
    });
  } catch (error) {
    if (!(error instanceof ContainedFsError) || error.code !== "NOT_FOUND") throw error;
  }
}
