import { statSync } from "node:fs";
import type { Settings } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";

/**
 * The directory that this parent shares with a host.
 *
 * @throws RuntimeError MODE_UNAVAILABLE when there is none.
 */
export function requireDelegationDirectory({ delegationDirectory }: Settings): string {
  if (delegationDirectory === undefined) {
    throw unavailable("no delegation directory is given");
  }
  if (statSync(delegationDirectory, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw unavailable(`the delegation directory ${delegationDirectory} is not a directory`);
  }
  return delegationDirectory;
}

function unavailable(why: string): RuntimeError {
  return new RuntimeError("MODE_UNAVAILABLE", `subagent_runtime_mode delegated is not possible: ${why}`, {
    remedy:
      "Mount the directory that a host watcher serves into this container and name it with --delegation-directory.",
  });
}
