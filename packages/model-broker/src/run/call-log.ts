import { basename, dirname } from "node:path";
import { appendWithin, withRoot } from "@retinue/contained-fs";
import type { LoggedCall } from "@retinue/engine-contract";

/** Adds a call to the log of its run, in a directory that its owner has made. For people: the ledger is what counts. */
export function logCall(path: string, call: LoggedCall, log: (message: string) => void): void {
  try {
    withRoot(dirname(path), (root) => appendWithin(root, basename(path), `${JSON.stringify(call)}\n`));
  } catch (error) {
    log(`a call is missing in ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
