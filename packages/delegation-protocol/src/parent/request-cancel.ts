import { requireId } from "@retinue/engine-contract";
import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";
import { delegationFiles } from "../message/file-names.ts";

/** Asks the host to stop a subagent's run: an empty file. Harmless twice, and before the request. */
export function requestCancel(directory: string, subagentId: string): void {
  const path = join(directory, delegationFiles.cancel(requireId(subagentId)));
  closeSync(openSync(path, constants.O_WRONLY | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o666));
}
