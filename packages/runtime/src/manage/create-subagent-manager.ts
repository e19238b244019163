import { setTimeout as delay } from "node:timers/promises";
import { settingsOf, type SubagentManagerOptions } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { FinishedSubagent, SpawnedSubagent, SubagentManager } from "../contract/subagent-manager.ts";
import { acknowledge } from "./acknowledge.ts";
import { adoptRuns } from "./adopt-runs.ts";
import { cancelSubagent } from "./cancel-subagent.ts";
import { continueSubagent } from "./continue-subagent.ts";
import { listSubagents } from "./list-subagents.ts";
import type { ManagerContext } from "./manager-context.ts";
import { openWorkspace } from "./open-workspace.ts";
import { spawnSubagents } from "./spawn-subagents.ts";
import { statusOf } from "./status-of.ts";
import { unacknowledged } from "./unacknowledged.ts";
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
  const listeners = new Set<(finished: FinishedSubagent) => void>();
  const closing = new AbortController();
  let opening: Promise<ManagerContext> | undefined;
  let closed = false;

  const open = async (): Promise<ManagerContext> => {
    if (closed) throw new RuntimeError("CLOSED", "This manager is closed", { remedy: "Make a new one." });
    if (opening !== undefined) {
      const context = await opening;
      context.restoreState();
      await adoptRuns(context);
      return context;
    }
    opening = openWorkspace(settings, listeners, closing.signal);
    // A workspace that could not be opened may be usable at the next call.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };

  return {
    spawn: async (task, spawnOptions = {}) =>
      (await spawnSubagents(await open().then(withTeam), [task], spawnOptions))[0] as SpawnedSubagent,
    spawnParallel: async (tasks, spawnOptions = {}) =>
      spawnSubagents(await open().then(withTeam), tasks, spawnOptions),
    continue: async (id, message, continueOptions = {}) =>
      continueSubagent(await open().then(withTeam), id, message, continueOptions),
    cancel: async (id) => cancelSubagent(await open(), id),
    list: async () => listSubagents(await open()),
    status: async (id) => statusOf(await open(), id),
    onFinished: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    unacknowledged: async () => unacknowledged(await open()),
    acknowledge: async (runs) => acknowledge(await open(), runs),
    close: async () => {
      if (closed) return;
      closed = true;
      closing.abort();
      const context = await opening?.catch(() => undefined);
      await Promise.race([
        Promise.all(context?.decorating.values() ?? []),
        delay(lastPatienceMs, undefined, { ref: false }),
      ]);
      context?.admission.close();
      for (const run of context?.live.values() ?? []) {
        run.supervised?.release();
        run.letGo();
      }
      context?.live.clear();
      context?.owner.release();
      context?.lock.close();
    },
  };
}
