import { underLock } from "../own/workspace-lock.ts";
import { supervisorDirectory } from "../prepare/subagent-paths.ts";
import {
  currentRun,
  readRunRecord,
  withCurrentRun,
  writeRunRecord,
  type RecordedRun,
} from "../record/run-record-file.ts";
import { hasModels, recordLock } from "./models-file.ts";

/** Replaces run.json as its owner does. What a broker has written there of the current run stays. */
export async function writeOwnRecord({ paths, record }: RecordedRun, durable = true): Promise<void> {
  const { runRecord, logPath } = paths;
  const directory = supervisorDirectory(logPath, record.runs.length);
  if (!hasModels(directory)) return writeRunRecord(runRecord, record, durable);
  await underLock(recordLock(directory), () =>
    writeRunRecord(runRecord, withSpending(record, runRecord), durable),
  );
}

function withSpending(record: RecordedRun["record"], path: string): RecordedRun["record"] {
  if (currentRun(record).models !== undefined) return record;
  const models = spendingIn(path, record.runs.length);
  return models === undefined ? record : withCurrentRun(record, { models });
}

/** What a broker has written of a run into its run.json; undefined where it has not, or where that cannot be read. */
export function spendingIn(path: string, number: number): ReturnType<typeof currentRun>["models"] {
  try {
    return readRunRecord(path)?.runs[number - 1]?.models;
  } catch {
    return undefined;
  }
}
