import {
  entryAt,
  isUnreadable,
  readText,
  setAside,
  writeFileAtomic,
  writeFileDurably,
} from "@retinue/contained-fs";
import {
  EngineContractError,
  maxRunRecordBytes,
  parseRunRecord,
  type Run,
  type RunRecord,
} from "@retinue/engine-contract";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";

/** A subagent with what its run.json says. */
export interface RecordedRun {
  readonly paths: SubagentPaths;
  readonly record: RunRecord;
}

/** The run.json at `path`, or undefined when there is none. Throws when it is no run record. */
export function readRunRecord(path: string): RunRecord | undefined {
  const text = readText(path, { maxBytes: maxRunRecordBytes });
  return text === undefined ? undefined : parseRunRecord(text);
}

/**
 * The same for its new owner: a file that is no run record is set aside, so that nothing is overwritten. Throws for
 * one that cannot be read just now, and for a newer program's: they are records all the same.
 */
export function setAsideUnlessRecord(path: string): RunRecord | undefined {
  try {
    return readRunRecord(path);
  } catch (error) {
    if (isUnreadable(error) || isNewer(error)) throw error;
    setAside(path);
    return undefined;
  }
}

/** Whether a newer program wrote the record. */
export function isNewer(error: unknown): boolean {
  return error instanceof EngineContractError && error.code === "NEWER_RUN_RECORD";
}

/**
 * Replaces run.json, whatever has its name. Only the owner of the current run may.
 *
 * @param durable False while it holds nothing that would mean anything after a power cut.
 */
export async function writeRunRecord(path: string, record: RunRecord, durable = true): Promise<void> {
  // A directory is the one thing that a rename does not replace.
  if (entryAt(path)?.kind === "directory") setAside(path);
  const text = `${JSON.stringify(record, undefined, 2)}\n`;
  if (durable) await writeFileDurably(path, text);
  else writeFileAtomic(path, text, { durable });
}

/** The run that a record is about now: the last. */
export function currentRun(record: RunRecord): Run {
  return record.runs.at(-1) as Run;
}

/** A copy of the record in which the current run has these values. */
export function withCurrentRun(record: RunRecord, changes: Partial<Run>): RunRecord {
  return { ...record, runs: [...record.runs.slice(0, -1), { ...currentRun(record), ...changes } as Run] };
}
