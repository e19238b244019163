import { subagentResultSchema, type SubagentResult } from "@retinue/status-model";
import { directoryChanges } from "@retinue/contained-fs";
import { RuntimeError } from "../contract/runtime-error.ts";
import { launcherFor } from "../launch/launcher-for.ts";
import { activeEntry, isOpen, writeActive, type ActiveEntry } from "../own/active-index.ts";
import { supervisorDirectory } from "../prepare/subagent-paths.ts";
import { currentRun, readRunRecord } from "../record/run-record-file.ts";
import { jobStatus } from "../record/registry-row.ts";
import { adoptRuns } from "./adopt-runs.ts";
import { knownSubagent } from "./known-subagent.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import type { RunRegistry } from "../run/run-registry.ts";

const pollMs = 1_000;

/**
 * Stops a run, whoever owns it, and returns what was recovered.
 *
 * @throws RuntimeError UNKNOWN_SUBAGENT or NOT_RUNNING.
 */
export async function cancelSubagent(
  workspace: OpenWorkspace,
  registry: RunRegistry,
  subagentId: string,
): Promise<SubagentResult> {
  const own = registry.open(subagentId);
  if (own !== undefined) return own.cancel();
  const { paths, record } = knownSubagent(workspace, subagentId);
  const entry = entryOf(workspace, subagentId);
  if (entry === undefined) {
    throw new RuntimeError("NOT_RUNNING", `subagent ${subagentId} is not running: ${jobStatus(record)}`, {
      remedy: "Read its result with list_subagents, or continue it.",
      details: { subagent_id: subagentId },
    });
  }
  if (entry.launched) {
    const directory = supervisorDirectory(paths.logPath, entry.run);
    (await launcherFor(currentRun(record).mode, workspace.settings).adopt(directory)).stop();
  } else {
    await workspace.lock.run(() => {
      const present = entryOf(workspace, subagentId);
      if (present !== undefined) writeActive(workspace.state.active, { ...present, cancelled: true });
    });
  }
  return resultOfOther(workspace, registry, entry, paths.runRecord);
}

/** Waits until the server that owns the run, or this one in its place, has brought it back. */
async function resultOfOther(
  workspace: OpenWorkspace,
  registry: RunRegistry,
  entry: ActiveEntry,
  runRecord: string,
): Promise<SubagentResult> {
  const { active } = workspace.state;
  for await (const changed of directoryChanges(active, { pollMs })) {
    // Nobody tells of a server that died.
    if (changed !== "any" && changed.size === 0) await adoptRuns(workspace, registry);
    const own = registry.open(entry.subagent_id);
    if (own !== undefined) return own.result;
    if (entryOf(workspace, entry.subagent_id)?.run !== entry.run) break;
  }
  const ended = readRunRecord(runRecord)?.runs[entry.run - 1];
  return subagentResultSchema.parse(ended?.result);
}

function entryOf({ state }: OpenWorkspace, subagentId: string): ActiveEntry | undefined {
  const entry = activeEntry(state.active, subagentId);
  return entry !== undefined && isOpen(entry) ? entry : undefined;
}
