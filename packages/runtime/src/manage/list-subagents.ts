import { logLayout } from "@retinue/engine-contract";
import { subagentResultSchema } from "@retinue/status-model";
import { join } from "node:path";
import type { SubagentListEntry } from "../contract/subagent-manager.ts";
import { movedLogPath } from "../own/moved-log-path.ts";
import { readActive } from "../own/active-index.ts";
import { pathsAt } from "../prepare/subagent-paths.ts";
import { currentRun, readRunRecord, type RecordedRun } from "../record/run-record-file.ts";
import { listEntry } from "../record/list-entry.ts";
import { jobStatus, registryRow } from "../record/registry-row.ts";
import { logPathOf, readRegistryRows, registryPath, type RegistryRow } from "../record/registry.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import { progressOf } from "../run/progress.ts";
import { listPeers } from "./peer-registries.ts";
import { restoreLostNotes } from "./restore-lost-notes.ts";

/** Every subagent of the workspace, in the order in which the registry has them; peers' after our own. */
export async function listSubagents(workspace: OpenWorkspace): Promise<SubagentListEntry[]> {
  const { settings, state } = workspace;
  const rows = readRegistryRows(registryPath(settings.workspace));
  const listed = new Set(rows.map(({ subagent_id }) => subagent_id));
  // A run that still waits for its place is in no registry yet.
  const waiting = readActive(state.active)
    .filter(({ subagent_id }) => !listed.has(subagent_id))
    .map(({ subagent_id, log_path, parent_workspace }) => ({
      subagent_id,
      log_path: movedLogPath(log_path, parent_workspace, settings.workspace),
    }));
  const known = [...rows, ...waiting].map((row) => ({ row, recorded: recordOf(workspace, row) }));
  await restoreLostNotes(
    workspace,
    known.flatMap(({ recorded }) => recorded ?? []),
  ).catch(({ message }: Error) => settings.log(`Notes of lost runs could not be made anew: ${message}`));
  const own = await Promise.all(known.map(({ row, recorded }) => entryOf(row, recorded)));
  return [...own, ...listPeers(settings, new Set(own.map(({ subagent_id }) => subagent_id)))];
}

async function entryOf(row: RegistryRow, known: RecordedRun | undefined): Promise<SubagentListEntry> {
  // One of MassGen's, or of a record that cannot be read: `continue` goes by the record.
  if (known === undefined) return listEntry({ ...row, continuable: false });
  return { ...listEntry(row), ...(await currentState(known)) };
}

function recordOf({ settings }: OpenWorkspace, row: RegistryRow): RecordedRun | undefined {
  const logPath = logPathOf(row, settings.workspace);
  if (logPath === undefined) return undefined;
  try {
    const record = readRunRecord(join(logPath, logLayout.runRecord));
    return record && { record, paths: pathsAt(settings.workspace, row.subagent_id, logPath) };
  } catch {
    // A record that cannot be read leaves the registry's row as what is known.
    return undefined;
  }
}

async function currentState({ paths, record }: RecordedRun) {
  const run = currentRun(record);
  const entry = { ...listEntry(registryRow(paths, record)), started_at: run.started_at };
  if (run.state === "ended") {
    const result = subagentResultSchema.safeParse(run.result);
    return { ...entry, ...(result.success && { result: result.data }) };
  }
  const elapsed = Math.max(0, (Date.now() - Date.parse(run.started_at)) / 1000);
  return {
    ...entry,
    status: jobStatus(record),
    elapsed_seconds: elapsed,
    timeout_seconds: run.timeout_seconds,
    seconds_remaining: Math.max(0, run.timeout_seconds - elapsed),
    progress: await progressOf({ paths, record }),
  };
}
