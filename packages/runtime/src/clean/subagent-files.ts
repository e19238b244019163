import { isWithin, openRoot, sizeWithin } from "@retinue/contained-fs";
import { basename, dirname, join } from "node:path";
import { allRecords } from "../record/recorded-rows.ts";
import { readRunRecord, type RecordedRun } from "../record/run-record-file.ts";
import { pathsAt } from "../prepare/subagent-paths.ts";
import { logPathOf, readRegistryRows, registryPath, type RegistryRow } from "../record/registry.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";

/** All that there is of a subagent on disk. */
export interface SubagentFiles {
  readonly subagentId: string;
  /** The newest last; none where nobody knows what it is. */
  readonly records: readonly RecordedRun[];
  /** Its workspace's directory, then those of its logs. */
  readonly directories: readonly string[];
  readonly bytes: number;
}

/** What there is of each subagent of a workspace: by the registry and by the records. */
export async function subagentFiles({ settings, logDirectory }: OpenWorkspace): Promise<SubagentFiles[]> {
  const { workspace } = settings;
  const rows = readRegistryRows(registryPath(workspace));
  const found = allRecords(workspace, logDirectory);
  const near = new Set(found.map(({ paths }) => paths.logPath));
  const far = rows.flatMap((row) => recordOf(row, workspace) ?? []);
  const records = [...found, ...far.filter(({ paths }) => !near.has(paths.logPath))].filter((each) =>
    isOf(each, workspace),
  );
  const byId = Map.groupBy(records, ({ paths }) => paths.subagentId);
  const ids = new Set([...rows.map(({ subagent_id }) => subagent_id), ...byId.keys()]);
  const all: SubagentFiles[] = [];
  for (const subagentId of ids) {
    const own = byId.get(subagentId) ?? [];
    const directories = [join(workspace, "subagents", subagentId), ...own.map(({ paths }) => paths.logPath)];
    let bytes = 0;
    for (const directory of directories) bytes += await sizeOf(directory);
    all.push({ subagentId, records: own, directories, bytes });
  }
  return all;
}

/** The record of its last run. */

/** Parents may share a log directory: another's subagent of that id is left alone. */
function isOf({ paths, record }: RecordedRun, workspace: string): boolean {
  return isWithin(paths.logPath, workspace) || record.workspace === paths.workspace;
}

function recordOf(row: RegistryRow, workspace: string): RecordedRun | undefined {
  const logPath = logPathOf(row, workspace);
  if (logPath === undefined) return undefined;
  const paths = pathsAt(workspace, row.subagent_id, logPath);
  try {
    const record = readRunRecord(paths.runRecord);
    return record?.subagent_id === row.subagent_id ? { paths, record } : undefined;
  } catch {
    // What cannot be read is not removed.
    return undefined;
  }
}

async function sizeOf(directory: string): Promise<number> {
  try {
    using root = openRoot(dirname(directory));
    return await sizeWithin(root, basename(directory));
  } catch {
    // Not there, or not to be looked into: it counts nothing.
    return 0;
  }
}
