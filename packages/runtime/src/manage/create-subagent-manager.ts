import { setTimeout as delay } from "node:timers/promises";
import { beginTally, hasTally } from "../budget/budget-tally.ts";
import { cleanSubagents } from "../clean/clean-subagents.ts";
import { settingsOf, type Settings, type SubagentManagerOptions } from "../configure/manager-options.ts";
import { acknowledgedSchema, waitOptionsSchema } from "../contract/call-options.ts";
import { managerClosed } from "../contract/runtime-error.ts";
import type { SpawnedSubagent, SubagentManager } from "../contract/subagent-manager.ts";
import { noteWorkspace } from "../own/workspace-index.ts";
import { OpenWorkspace } from "../run/open-workspace.ts";
import { RunRegistry } from "../run/run-registry.ts";
import { requireArguments } from "../require-arguments.ts";
import { adoptRuns } from "./adopt-runs.ts";
import { applySubagentChanges } from "./apply-subagent-changes.ts";
import { cancelSubagent } from "./cancel-subagent.ts";
import { changesOf } from "./changes-of.ts";
import { continueSubagent } from "./continue-subagent.ts";
import { registryRestorer } from "./registry-restorer.ts";
import { listSubagents } from "./list-subagents.ts";
import { recordedResult } from "./recorded-result.ts";
import { recordedRun } from "./recorded-run.ts";
import { sendMessage } from "./send-message.ts";
import { spawnSubagents } from "./spawn-subagents.ts";
import { statusOf } from "./status-of.ts";
import { unacknowledged } from "./unacknowledged.ts";
import { waitForSubagent } from "./wait-for-subagent.ts";
import { watchSubagents } from "./watch-subagents.ts";
import { withTeam } from "./with-team.ts";

// For what goes with a result that was delivered. What is not kept by then, the next server keeps.
const lastPatienceMs = 5_000;

/**
 * A manager of the subagents of one parent workspace. Checks the options and does nothing else
 * until a method is called.
 *
 * @throws RuntimeError INVALID_CONFIGURATION.
 */
export function createSubagentManager(options: SubagentManagerOptions): SubagentManager {
  const settings = settingsOf(options);
  const registry = new RunRegistry(settings.log);
  let opening: Promise<OpenWorkspace> | undefined;
  let restoreRegistry = async () => {};
  let isClosed = false;

  /** First contact registers this server as an owner; each contact adopts what is orphaned. */
  const open = async (): Promise<OpenWorkspace> => {
    if (isClosed) throw managerClosed();
    opening ??= openWorkspace();
    // A workspace that could not be opened may be usable at the next call.
    opening.catch(() => {
      opening = undefined;
    });
    const workspace = await opening;
    workspace.restoreNotes();
    await restoreRegistry();
    await adoptRuns(workspace, registry);
    return workspace;
  };
  const openWorkspace = async () => {
    const workspace: OpenWorkspace = new OpenWorkspace(settings, {
      adoptOrphans: () => adoptRuns(workspace, registry),
      activeEntries: () => [...registry.allOpen()].map(({ activeEntry }) => activeEntry),
    });
    restoreRegistry = registryRestorer(workspace);
    noteIn(settings);
    const { state, lock, owner } = workspace;
    if (hasTally(state)) await lock.run(() => beginTally(state, owner.id));
    return workspace;
  };
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    const workspace = await opening?.catch(() => undefined);
    workspace?.beginClosing();
    await Promise.race([registry.allKept(), delay(lastPatienceMs, undefined, { ref: false })]);
    registry[Symbol.dispose]();
    await workspace?.close();
    await settings.telemetry?.close();
  };

  return {
    spawn: async (task, spawnOptions = {}) => {
      const workspace = await open();
      const [spawned] = await spawnSubagents(
        workspace,
        registry,
        await withTeam(settings),
        [task],
        spawnOptions,
      );
      return spawned as SpawnedSubagent;
    },
    spawnParallel: async (tasks, spawnOptions = {}) =>
      spawnSubagents(await open(), registry, await withTeam(settings), tasks, spawnOptions),
    continue: async (id, message, continueOptions = {}) =>
      continueSubagent(await open(), registry, await withTeam(settings), id, message, continueOptions),
    cancel: async (id, cancelOptions = {}) => cancelSubagent(await open(), registry, id, cancelOptions),
    send: async (id, text, sendOptions = {}) => sendMessage(await open(), id, text, sendOptions),
    list: async () => listSubagents(await open()),
    watch: (watchOptions = {}) => {
      const { signal } = requireArguments("watch", waitOptionsSchema, watchOptions);
      return watchSubagents(open, signal);
    },
    clean: async (cleanOptions = {}) => cleanSubagents(await open(), cleanOptions),
    result: async (id) => recordedResult(await open(), id),
    wait: async (id, waitOptions = {}) => waitForSubagent(await open(), registry, id, waitOptions),
    changes: async (id) => changesOf(await open(), id),
    applyChanges: async (id, applyOptions = {}) => applySubagentChanges(await open(), id, applyOptions),
    run: async (id, number) => recordedRun(await open(), registry, id, number),
    status: async (id) => statusOf(await open(), registry, id),
    onFinished: (listener) => registry.onFinished(listener),
    unacknowledged: async () => unacknowledged(await open(), registry),
    acknowledge: async (runs) => {
      requireArguments("acknowledge", acknowledgedSchema, runs);
      // Nothing else that may fail comes between: what was had would be offered again.
      const { offers } = await (opening ?? open());
      for (const { subagentId, run } of runs) {
        const unrecorded = registry.open(subagentId);
        if (unrecorded?.number === run) unrecorded.acknowledge();
        offers.acknowledge({ subagent_id: subagentId, run });
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** What cannot be found again by its user can be used all the same. */
function noteIn({ workspaceIndex, workspace, log }: Settings): void {
  try {
    if (workspaceIndex !== undefined) noteWorkspace(workspaceIndex, workspace);
  } catch (error) {
    log(`The workspace could not be noted in ${workspaceIndex}: ${(error as Error).message}`);
  }
}
