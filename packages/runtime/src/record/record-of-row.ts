import { pathsAt } from "../prepare/subagent-paths.ts";
import { logPathOf, type RegistryRow } from "./registry.ts";
import { readRunRecord, type RecordedRun } from "./run-record-file.ts";

/** The record that a registry's row leads to; undefined where it names none, or one that cannot be read. */
export function recordOfRow(row: RegistryRow, parentWorkspace: string): RecordedRun | undefined {
  const logPath = logPathOf(row, parentWorkspace);
  if (logPath === undefined) return undefined;
  try {
    const paths = pathsAt(parentWorkspace, row.subagent_id, logPath);
    const record = readRunRecord(paths.runRecord);
    return record && { paths, record };
  } catch {
    return undefined;
  }
}
