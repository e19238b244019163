import { requireId } from "@retinue/engine-contract";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { delegationFiles } from "../message/file-names.ts";

/**
 * Removes what a subagent's request left in the shared directory: once its response was taken and kept, and
 * before a new request of the same subagent.
 */
export function forgetExchange(directory: string, subagentId: string): void {
  const id = requireId(subagentId);
  for (const name of [
    delegationFiles.cancel(id),
    delegationFiles.request(id),
    delegationFiles.response(id),
    delegationFiles.receipt(id),
  ]) {
    rmSync(join(directory, name), { force: true });
  }
}
