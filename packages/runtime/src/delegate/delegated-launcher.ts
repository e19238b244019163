import { makeDirectory } from "@retinue/contained-fs";
import { forgetExchange, writeRequest } from "@retinue/delegation-protocol/parent";
import type { Settings } from "../configure/manager-options.ts";
import { delegationRequest } from "./delegation-request.ts";
import {
  noteAsked,
  readDelegation,
  wasAsked,
  writeDelegation,
  type Delegation,
} from "./delegation-record.ts";
import { followDelegation } from "./follow-delegation.ts";
import { readEnded, readStopped } from "../supervise/run-files.ts";
import type { Supervised } from "../contract/supervised.ts";
import { requireDelegationDirectory } from "../mode/require-delegation-directory.ts";
import type { Launcher } from "../contract/launcher.ts";

/**
 * Asks a host for each run, through the delegation directory. What is asked is kept in the run's directory
 * before it is asked, so that a server that takes over waits for the same request.
 */
export function delegatedLauncher(settings: Settings): Launcher {
  const graceMs = settings.delegationGraceSeconds * 1000;
  return {
    mode: "delegated",
    launch: async (asked) => {
      const outbox = requireDelegationDirectory(settings);
      const delegation: Delegation = {
        version: 1,
        delegation_directory: outbox,
        give_up_at: Date.now() + asked.timeoutSeconds * 1000 + graceMs,
        request: delegationRequest(asked, new Date()),
      };
      makeDirectory(asked.directory);
      if (!writeDelegation(asked.directory, delegation)) return neverLaunched();
      forgetExchange(outbox, delegation.request.subagent_id);
      ask(asked.directory, delegation);
      return followDelegation(asked.directory, delegation, graceMs);
    },
    adopt: async (directory) => {
      makeDirectory(directory);
      writeDelegation(directory, { version: 1, adopted: true });
      const delegation = readDelegation(directory);
      if (delegation === undefined) return neverLaunched();
      const isOver = readEnded(directory) !== undefined || readStopped(directory) !== "";
      if (!isOver && !wasAsked(directory)) askAfterAll(directory, delegation);
      return followDelegation(directory, delegation, graceMs);
    },
  };
}

function ask(directory: string, { delegation_directory, request }: Delegation): void {
  writeRequest(delegation_directory, request);
  noteAsked(directory);
}

/** The kill may have come after it was written all the same: a host runs a request once. */
function askAfterAll(directory: string, delegation: Delegation): void {
  try {
    ask(directory, delegation);
  } catch {
    // Without the shared directory nobody answers, and the deadline ends the wait.
  }
}

function neverLaunched(): Supervised {
  return {
    supervisor: undefined,
    process: undefined,
    containment: [],
    ended: Promise.resolve({ lost: "the run was taken over before a host was asked for it" }),
    stop: () => {},
    release: () => {},
  };
}
