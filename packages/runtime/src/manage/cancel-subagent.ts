import { subagentResultSchema, type SubagentResult } from "@retinue/status-model";
import { watch, type FSWatcher } from "node:fs";
import { RuntimeError } from "../contract/runtime-error.ts";
import { launcherFor } from "../launch/launcher-for.ts";
import { isOpen, readActive, writeActive, type ActiveEntry } from "../own/active-index.ts";
import { supervisorDirectory } from "../prepare/subagent-paths.ts";
import { currentRun, readRunRecord } from "../record/run-record-file.ts";
import { jobStatus } from "../record/registry-row.ts";
import { adoptRuns } from "./adopt-runs.ts";
import { knownSubagent } from "./known-subagent.ts";
import type { ManagerContext } from "./manager-context.ts";

const SAFETY_NET_MS = 1_000;

/**
 * Stops a run, whoever owns it, and returns what was recovered.
 *
 * @throws RuntimeError UNKNOWN_SUBAGENT or NOT_RUNNING.
 */
export async function cancelSubagent(context: ManagerContext, subagentId: string): Promise<SubagentResult> {
  const run = context.live.get(subagentId);
  if (run !== undefined) {
    run.cancelled = true;
    if (!context.admission.cancel(subagentId)) run.supervised?.stop();
    return run.result;
  }
  const { paths, record } = knownSubagent(context, subagentId);
  const entry = entryOf(context, subagentId);
  if (entry === undefined) {
    throw new RuntimeError("NOT_RUNNING", `subagent ${subagentId} is not running: ${jobStatus(record)}`, {
      remedy: "Read its result with list_subagents, or continue it.",
      details: { subagent_id: subagentId },
    });
  }
  if (entry.launched) {
    const directory = supervisorDirectory(paths.logPath, entry.run);
    (await launcherFor(currentRun(record).mode, context.settings).adopt(directory)).stop();
  } else {
    await context.lock.run(() => {
      const present = entryOf(context, subagentId);
      if (present !== undefined) writeActive(context.state.active, { ...present, cancelled: true });
    });
  }
  return resultOfOther(context, entry, paths.runRecord);
}

/** Waits until the server that owns the run, or this one in its place, has brought it back. */
async function resultOfOther(
  context: ManagerContext,
  entry: ActiveEntry,
  runRecord: string,
): Promise<SubagentResult> {
  for (;;) {
    await adoptRuns(context);
    const own = context.live.get(entry.subagent_id);
    if (own !== undefined) return own.result;
    if (entryOf(context, entry.subagent_id)?.run !== entry.run) break;
    await changeIn(context.state.active);
  }
  const ended = readRunRecord(runRecord)?.runs[entry.run - 1];
  return subagentResultSchema.parse(ended?.result);
}

function entryOf({ state }: ManagerContext, subagentId: string): ActiveEntry | undefined {
  return readActive(state.active).find((entry) => isOpen(entry) && entry.subagent_id === subagentId);
}

function changeIn(directory: string): Promise<void> {
  return new Promise((resolve) => {
    let watcher: FSWatcher | undefined;
    const done = () => {
      clearTimeout(timer);
      watcher?.close();
      resolve();
    };
    const timer = setTimeout(done, SAFETY_NET_MS);
    try {
      watcher = watch(directory, done).on("error", done);
    } catch {
      // No watches left: the next look comes all the same.
    }
  });
}
