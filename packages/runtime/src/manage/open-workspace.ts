import { accessSync, constants, statSync } from "node:fs";
import { createAdmission } from "../admit/admission.ts";
import type { Settings } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { FinishedSubagent } from "../contract/subagent-manager.ts";
import { becomeOwner } from "../own/owner.ts";
import { createStateDirectory } from "../own/state-directory.ts";
import { openWorkspaceLock } from "../own/workspace-lock.ts";
import { defaultLogDirectory } from "../prepare/subagent-paths.ts";
import { adoptRuns } from "./adopt-runs.ts";
import { restoreState } from "./restore-state.ts";
import type { ManagerContext } from "./manager-context.ts";

/** First contact with a workspace: becomes one of its owners and takes over what is unowned. */
export async function openWorkspace(
  settings: Settings,
  listeners: Set<(finished: FinishedSubagent) => void>,
  closing: AbortSignal,
): Promise<ManagerContext> {
  requireWritableDirectory(settings.workspace);
  const state = createStateDirectory(settings.workspace, settings.log);
  const lock = openWorkspaceLock(state.workspaceLock);
  const live: ManagerContext["live"] = new Map();
  const context: ManagerContext = {
    settings,
    logDirectory: settings.logDirectory ?? defaultLogDirectory(settings.workspace, new Date()),
    state,
    lock,
    owner: becomeOwner(state.owners),
    live,
    decorating: new Map(),
    acknowledged: new Set(),
    closing,
    restoreState: () => {
      requireWritableDirectory(settings.workspace);
      restoreState(context);
    },
    admission: createAdmission({
      lock,
      activeDirectory: state.active,
      maxConcurrent: settings.maxConcurrent,
      isOver: (subagentId) => live.get(subagentId)?.over === true,
      takeOver: () => adoptRuns(context),
    }),
    listeners,
  };
  await adoptRuns(context);
  return context;
}

function requireWritableDirectory(workspace: string): void {
  try {
    if (!statSync(workspace).isDirectory()) throw new Error("it is not a directory");
    accessSync(workspace, constants.W_OK);
  } catch (error) {
    throw new RuntimeError(
      "INVALID_CONFIGURATION",
      `The workspace ${workspace} cannot be used: ${(error as Error).message}`,
      {
        remedy: "Name an existing directory that this process may write in.",
        details: { workspace },
        cause: error,
      },
    );
  }
}
