import { entryAt } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import { join } from "node:path";
import { RuntimeError } from "../contract/runtime-error.ts";
import { requireKnownId } from "./require-known-id.ts";
import { movedLogPath } from "../own/moved-log-path.ts";
import { activeEntry } from "../own/active-index.ts";
import { pathsAt, subagentPaths } from "../prepare/subagent-paths.ts";
import { readRunRecord, type RecordedRun } from "../record/run-record-file.ts";
import { logPathOf, readRegistryRows, registryPath } from "../record/registry.ts";
import type { OpenWorkspace } from "../run/open-workspace.ts";

/**
 * Finds a subagent of this workspace, whichever server started it.
 *
 * @throws RuntimeError UNKNOWN_SUBAGENT naming the ids that exist.
 */
export function knownSubagent(workspace: OpenWorkspace, subagentId: string): RecordedRun {
  const { settings, logDirectory, state } = workspace;
  const id = requireKnownId(subagentId);
  const recordIn = (logPath: string | undefined): RecordedRun | undefined => {
    if (logPath === undefined || entryAt(join(logPath, logLayout.runRecord)) === undefined) return undefined;
    const paths = pathsAt(settings.workspace, id, logPath);
    const record = readRunRecord(paths.runRecord);
    return record?.subagent_id === id ? { paths, record } : undefined;
  };
  const active = activeEntry(state.active, id);
  const noted = active && movedLogPath(active.log_path, active.parent_workspace, settings.workspace);
  const near = recordIn(noted) ?? recordIn(subagentPaths(settings.workspace, logDirectory, id).logPath);
  if (near !== undefined) return near;
  // Of an earlier session: only the registry knows where its log is.
  const rows = readRegistryRows(registryPath(settings.workspace));
  for (const row of rows.filter(({ subagent_id }) => subagent_id === id)) {
    const found = recordIn(logPathOf(row, settings.workspace));
    if (found !== undefined) return found;
  }
  const known = rows.map(({ subagent_id }) => subagent_id);
  throw new RuntimeError("UNKNOWN_SUBAGENT", `There is no subagent ${JSON.stringify(id)}`, {
    remedy: known.length === 0 ? "Spawn one first." : `Use one of: ${known.slice(-20).join(", ")}.`,
    details: { subagent_id: id },
  });
}
