import { createFileExclusive } from "@retinue/contained-fs";
import { requireId } from "@retinue/engine-contract";
import { join } from "node:path";
import { delegationFiles } from "../message/file-names.ts";

/** Asks the host to stop a subagent's run: an empty file. Harmless twice, and before the request. */
export function requestCancel(directory: string, subagentId: string): void {
  // Whatever has the name says the same: nothing is opened that could keep us waiting.
  createFileExclusive(join(directory, delegationFiles.cancel(requireId(subagentId))), "", { durable: false });
}
