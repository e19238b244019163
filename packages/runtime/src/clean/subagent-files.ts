import { isWithin, openRoot, sizeWithin } from "@retinue/contained-fs";
import { isId } from "@retinue/engine-contract";
import { basename, dirname, join } from "node:path";
import { allRecords } from "../record/recorded-rows.ts";
import { recordOfRow } from "../record/record-of-row.ts";
import { readRegistryRows, registryPath } from "../record/registry.ts";
import type { RecordedRun } from "../record/run-record-file.ts";
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
  // Whatever wrote it, no path is built from what is no id.
  const rows = readRegistryRows(registryPath(workspace)).filter((row) => isId(row.subagent_id));
  const found = allRecords(workspace, logDirectory);
  const near = new Set(found.map(({ paths }) => paths.logPath));
  const far = rows.flatMap((row) => {
    const known = recordOfRow(row, workspace);
    return known?.record.subagent_id === row.subagent_id ? [known] : [];
  });
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

/** Parents may share a log directory: another's subagent of that id is left alone. */
function isOf({ paths, record }: RecordedRun, workspace: string): boolean {
  return isWithin(paths.logPath, workspace) || record.workspace === paths.workspace;
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
