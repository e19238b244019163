import { entryAt, listNames } from "@retinue/contained-fs";
import { idSchema, logLayout } from "@retinue/engine-contract";
import { join } from "node:path";
import { pathsAt } from "../prepare/subagent-paths.ts";
import { registryRow } from "./registry-row.ts";
import type { RegistryRow } from "./registry.ts";
import { readRunRecord, type RecordedRun } from "./run-record-file.ts";

/** Names in one directory. A registry has been removed when this is asked, and thousands of runs are few. */
const maxEntries = 100_000;

/**
 * Every subagent of which there is a record, in the workspace's logs or in `logDirectory`. The oldest first; of
 * records with one id the newest.
 */
export function recordedSubagents(parentWorkspace: string, logDirectory: string): RecordedRun[] {
  const records = allRecords(parentWorkspace, logDirectory);
  return [...new Map(records.map((each) => [each.paths.subagentId, each])).values()];
}

/** Every record there, the oldest first: an id that was spawned in several sessions has several. */
export function allRecords(parentWorkspace: string, logDirectory: string): RecordedRun[] {
  return logDirectories(parentWorkspace, logDirectory)
    .flatMap((attempt) => below(join(attempt, "subagents")))
    .flatMap((logPath) => recordAt(logPath))
    .toSorted((a, b) => a.record.created_at.localeCompare(b.record.created_at))
    .map(({ logPath, record }) => ({ record, paths: pathsAt(parentWorkspace, record.subagent_id, logPath) }));
}

/** Whether there is a record of a subagent, readable or not. */
export function isRecorded(parentWorkspace: string, logDirectory: string, subagentId: string): boolean {
  return logDirectories(parentWorkspace, logDirectory).some(
    (attempt) => entryAt(join(attempt, "subagents", subagentId, logLayout.runRecord)) !== undefined,
  );
}

/** The registry's rows from the truth. */
export function recordedRows(parentWorkspace: string, logDirectory: string): RegistryRow[] {
  return recordedSubagents(parentWorkspace, logDirectory).map(({ paths, record }) =>
    registryRow(paths, record),
  );
}

/** The directories of a workspace's logs that may hold subagents. */
export function logDirectories(parentWorkspace: string, logDirectory: string): string[] {
  const logs = join(parentWorkspace, logLayout.massgen, logLayout.massgenLogs);
  return [...new Set([...below(logs).flatMap(below).flatMap(below), logDirectory])];
}

function below(directory: string): string[] {
  try {
    return listNames(directory, { maxEntries }).map((name) => join(directory, name));
  } catch {
    // A file among the directories.
    return [];
  }
}

function recordAt(logPath: string) {
  try {
    const record = readRunRecord(join(logPath, logLayout.runRecord));
    return record && idSchema.safeParse(record.subagent_id).success ? [{ logPath, record }] : [];
  } catch {
    // One that cannot be read keeps no other's row away.
    return [];
  }
}
