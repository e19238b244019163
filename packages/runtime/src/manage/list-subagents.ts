import { join } from "node:path";
import type { SubagentListEntry } from "../contract/subagent-manager.ts";
import { movedLogPath } from "../own/moved-log-path.ts";
import { readActive } from "../own/active-index.ts";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";
import { listEntry } from "../record/list-entry.ts";
import { recordOfRow } from "../record/record-of-row.ts";
import { jobStatus, registryRow } from "../record/registry-row.ts";
import { logPathOf, readRegistryRows, registryPath, type RegistryRow } from "../record/registry.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";
import { progressOf } from "../run/progress.ts";
import { waitsFor } from "../run/waits-for.ts";
import { listPeers } from "./peer-registries.ts";
import { restoreLostNotes } from "./restore-lost-notes.ts";

/**
 * Every subagent of the workspace, in the order in which the registry has them; peers' after our own. Of what has
 * ended the registry's word counts, since there may be thousands; of what goes on that of its record.
 */
export async function listSubagents(workspace: OpenWorkspace): Promise<SubagentListEntry[]> {
  const { settings, state } = workspace;
  const rows = readRegistryRows(registryPath(settings.workspace));
  const listed = new Set(rows.map(({ subagent_id }) => subagent_id));
  const active = readActive(state.active);
  const isActive = new Set(active.map(({ subagent_id }) => subagent_id));
  const subagents = join(settings.workspace, "subagents");
  // A run that still waits for its place is in no registry yet.
  const waiting = active
    .filter(({ subagent_id }) => !listed.has(subagent_id))
    .map(({ subagent_id, log_path, parent_workspace }) => ({
      subagent_id,
      log_path: movedLogPath(log_path, parent_workspace, settings.workspace),
    }));
  const all = [...rows, ...waiting].map((row: RegistryRow) => {
    const goesOn =
      row["status"] === undefined || row["status"] === "running" || isActive.has(row.subagent_id);
    return { row, goesOn, recorded: goesOn ? recordOfRow(row, settings.workspace) : undefined };
  });
  await restoreLostNotes(
    workspace,
    all.flatMap(({ recorded }) => recorded ?? []),
  ).catch(({ message }: Error) => settings.log(`Notes of lost runs could not be made anew: ${message}`));
  // Few go on; a promise for each of those that ended would cost more than its row.
  const own = all.map(({ row, goesOn }) =>
    goesOn ? listEntry(row) : ended(row, settings.workspace, subagents),
  );
  const open = all.flatMap((each, index) => (each.goesOn ? [{ ...each, index }] : []));
  await Promise.all(
    open.map(async ({ row, recorded, index }) => {
      own[index] = await goingOn(workspace, row, recorded);
    }),
  );
  return [...own, ...listPeers(settings, new Set(own.map(({ subagent_id }) => subagent_id)))];
}

/** @param subagents Where the workspaces of all are by now. */
function ended(row: RegistryRow, parentWorkspace: string, subagents: string): SubagentListEntry {
  const log_path = logPathOf(row, parentWorkspace);
  // One of MassGen's: `continue` goes by a record in the log.
  if (log_path === undefined) return listEntry({ ...row, continuable: false });
  return listEntry(row, { log_path, workspace: `${subagents}/${row.subagent_id}/workspace` });
}

async function goingOn(
  workspace: OpenWorkspace,
  row: RegistryRow,
  known: RecordedRun | undefined,
): Promise<SubagentListEntry> {
  if (known === undefined) return listEntry({ ...row, continuable: false });
  return { ...listEntry(row), ...(await currentState(workspace, known)) };
}

/** The row of a subagent by its record, with its progress while it goes on. */
export async function currentState(
  workspace: OpenWorkspace,
  { paths, record }: RecordedRun,
): Promise<SubagentListEntry> {
  const run = currentRun(record);
  const entry = listEntry(registryRow(paths, record));
  if (run.state === "ended") return entry;
  const elapsed = Math.max(0, (Date.now() - Date.parse(run.started_at)) / 1000);
  return {
    ...entry,
    status: jobStatus(record),
    elapsed_seconds: elapsed,
    timeout_seconds: run.timeout_seconds,
    seconds_remaining: Math.max(0, run.timeout_seconds - elapsed),
    progress: await progressOf({ paths, record }, waitsFor(workspace, { paths, record })),
  };
}
