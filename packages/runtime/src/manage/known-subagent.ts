import { entryAt } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import { join } from "node:path";
import { RuntimeError } from "../contract/runtime-error.ts";
import { requireKnownId } from "./require-known-id.ts";
import { movedLogPath } from "../own/moved-log-path.ts";
import { readActive } from "../own/active-index.ts";
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
  const logPaths = [
    ...readActive(state.active)
      .filter(({ subagent_id }) => subagent_id === id)
      .map(({ log_path, parent_workspace }) => movedLogPath(log_path, parent_workspace, settings.workspace)),
    subagentPaths(settings.workspace, logDirectory, id).logPath,
    ...rows(workspace)
      .filter(({ subagent_id }) => subagent_id === id)
      .map((row) => logPathOf(row, settings.workspace)),
  ];
  for (const logPath of logPaths) {
    if (logPath === undefined || entryAt(join(logPath, logLayout.runRecord)) === undefined) continue;
    const paths = pathsAt(settings.workspace, id, logPath);
    const record = readRunRecord(paths.runRecord);
    if (record?.subagent_id === id) return { paths, record };
  }
  const known = rows(workspace).map(({ subagent_id }) => subagent_id);
  throw new RuntimeError("UNKNOWN_SUBAGENT", `There is no subagent ${JSON.stringify(id)}`, {
    remedy: known.length === 0 ? "Spawn one first." : `Use one of: ${known.slice(-20).join(", ")}.`,
    details: { subagent_id: id },
  });
}

function rows({ settings }: OpenWorkspace) {
  return readRegistryRows(registryPath(settings.workspace));
}
