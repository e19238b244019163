import { logLayout } from "@retinue/engine-contract";
import { subagentResultSchema } from "@retinue/status-model";
import { join } from "node:path";
import { settingsOf, type SubagentManagerOptions } from "../configure/manager-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import type { FinishedSubagent, SpawnedSubagent, SubagentManager } from "../contract/subagent-manager.ts";
import { readFinished, removeFinished } from "../own/active-index.ts";
import { readRunRecord } from "../record/run-record-file.ts";
import { adoptRuns } from "./adopt-runs.ts";
import { cancelSubagent } from "./cancel-subagent.ts";
import { continueSubagent } from "./continue-subagent.ts";
import { listSubagents } from "./list-subagents.ts";
import type { ManagerContext } from "./manager-context.ts";
import { openWorkspace } from "./open-workspace.ts";
import { spawnSubagents } from "./spawn-subagents.ts";
import { statusOf } from "./status-of.ts";
import { withTeam } from "./with-team.ts";

/**
 * A manager of the subagents of one parent workspace. Checks the options and does nothing else
 * until a method is called.
 *
 * @throws RuntimeError INVALID_CONFIGURATION.
 */
export function createSubagentManager(options: SubagentManagerOptions): SubagentManager {
  const settings = settingsOf(options);
  const listeners = new Set<(finished: FinishedSubagent) => void>();
  let opening: Promise<ManagerContext> | undefined;
  let closed = false;

  const open = async (): Promise<ManagerContext> => {
    if (closed) throw new RuntimeError("CLOSED", "This manager is closed", { remedy: "Make a new one." });
    if (opening !== undefined) {
      const context = await opening;
      await adoptRuns(context);
      return context;
    }
    opening = openWorkspace(settings, listeners);
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
    acknowledge: async (runs) => {
      const { state } = await open();
      for (const run of runs) removeFinished(state.finished, run);
    },
    close: async () => {
      if (closed) return;
      closed = true;
      const context = await opening?.catch(() => undefined);
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

function unacknowledged({ state }: ManagerContext): FinishedSubagent[] {
  const finished = readFinished(state.finished).flatMap(({ subagent_id, log_path, run }) => {
    const entry = readRunRecord(join(log_path, logLayout.runRecord))?.runs[run - 1];
    const result = subagentResultSchema.safeParse(entry?.result);
    if (entry?.ended === undefined || !result.success) return [];
    return [{ subagent_id, run, ending: entry.ended.ending, result: result.data, at: entry.ended.ended_at }];
  });
  return finished.toSorted((a, b) => a.at.localeCompare(b.at)).map(({ at: _at, ...rest }) => rest);
}
