import { readText } from "@retinue/contained-fs";
import { logLayout, maxRunRecordBytes, parseRunRecord, type RunRecord } from "@retinue/engine-contract";
import { join } from "node:path";

/**
 * run.json of a subagent's log directory; undefined without one.
 *
 * @throws EngineContractError when it is no such record, ContainedFsError when it cannot be read.
 */
export function recordIn(logPath: string): RunRecord | undefined {
  const text = readText(join(logPath, logLayout.runRecord), { maxBytes: maxRunRecordBytes });
  return text === undefined ? undefined : parseRunRecord(text);
}
