import type { SubagentResult } from "@retinue/status-model";
import { cancelOptionsSchema } from "../contract/call-options.ts";
import type { CancelOptions } from "../contract/subagent-manager.ts";
import { launcherFor } from "../launch/launcher-for.ts";
import { writeActive } from "../own/active-index.ts";
import { supervisorDirectory } from "../prepare/subagent-paths.ts";
import { currentRun } from "../record/run-record-file.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import type { RunRegistry } from "../run/run-registry.ts";
import { requireArguments } from "../require-arguments.ts";
import { openEntry, runningSubagent, type RunningSubagent } from "./running-subagent.ts";
import { resultOfOther } from "./wait-for-subagent.ts";
import { wrapUpSubagent } from "./wrap-up-subagent.ts";

/**
 * Stops a run, whoever owns it, and returns what was recovered. With `wrapUp` its team is asked first to finish with
 * what it has.
 *
 * @throws RuntimeError INVALID_INPUT, UNKNOWN_SUBAGENT or NOT_RUNNING.
 */
export async function cancelSubagent(
  workspace: OpenWorkspace,
  registry: RunRegistry,
  subagentId: string,
  options: CancelOptions,
): Promise<SubagentResult> {
  const { wrapUp = false, graceSeconds } = requireArguments("cancel", cancelOptionsSchema, options);
  const own = registry.open(subagentId);
  if (own !== undefined) {
    if (wrapUp && own.state === "running") {
      const over = own.result.then(() => {});
      const { paths, record, activeEntry: entry } = own;
      await wrapUpSubagent(workspace, { paths, record, entry }, over, graceSeconds);
    }
    return own.cancel();
  }
  const running = runningSubagent(workspace, subagentId);
  const result = resultOfOther(workspace, registry, running);
  // Told of when it is waited for.
  result.catch(() => {});
  const over = result.then(() => {});
  if (wrapUp && running.entry.launched) await wrapUpSubagent(workspace, running, over, graceSeconds);
  await stop(workspace, running);
  return result;
}

/** Asks for the end of a run that another server owns; harmless when it is over. */
async function stop(workspace: OpenWorkspace, { paths, record, entry }: RunningSubagent): Promise<void> {
  const isOpen = () => openEntry(workspace, paths.subagentId)?.run === entry.run;
  if (entry.launched) {
    if (!isOpen()) return;
    const directory = supervisorDirectory(paths.logPath, entry.run);
    (await launcherFor(currentRun(record).mode, workspace.settings).adopt(directory)).stop();
    return;
  }
  await workspace.lock.run(() => {
    const present = openEntry(workspace, paths.subagentId);
    if (present !== undefined) writeActive(workspace.state.active, { ...present, cancelled: true });
  });
}
