import type { ContainedRoot } from "@retinue/contained-fs";
import {
  EngineContractError,
  logLayout,
  maxRunRecordBytes,
  parseRunRecord,
  type RunRecord,
} from "@retinue/engine-contract";
import { readText } from "../read/read-text.ts";

/** The run record of a log directory, or why it cannot be used; neither when there is none. */
export interface RunRecordRead {
  readonly record?: RunRecord;
  readonly problem?: string;
}

export function readRunRecord(log: ContainedRoot): RunRecordRead {
  const read = readText({ root: log, path: logLayout.runRecord }, { maxBytes: maxRunRecordBytes });
  if (!read.ok) return read.missing ? {} : { problem: read.why };
  try {
    return { record: parseRunRecord(read.text) };
  } catch (error) {
    if (!(error instanceof EngineContractError)) throw error;
    return { problem: error.message };
  }
}
