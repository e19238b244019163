import { readText } from "@retinue/contained-fs";
import {
  maxRunRecordBytes,
  parseRunRecord,
  logLayout,
  type Run,
  type RunEnd,
  type RunRecord,
} from "@retinue/engine-contract";
import { readSubagentStatus } from "@retinue/recovery";
import { subagentResultSchema, type OrchestratorStatus, type SubagentResult } from "@retinue/status-model";
import { join } from "node:path";
import type { EndedRun } from "../contract/telemetry.ts";
import { attemptOf } from "./attempt-of.ts";
import { configuredAgents, type ConfiguredAgent } from "./configured-agents.ts";
import { readTeamEvents, type TeamEvent } from "./team-events.ts";

/** Everything that a run's records say of it. What the child wrote is read in bounds, and may be missing. */
export interface RunAccount {
  readonly record: RunRecord;
  readonly run: Run & { readonly ended: RunEnd };
  readonly result: SubagentResult | undefined;
  /** In the order of the team's configuration; none where that cannot be read. */
  readonly agents: readonly ConfiguredAgent[];
  readonly status: OrchestratorStatus | undefined;
  /** In order of time. */
  readonly events: readonly TeamEvent[];
}

/** Undefined for a run that is not there any more, or whose end is not recorded. */
export async function readRunAccount({
  subagentId,
  run: number,
  logPath,
}: EndedRun): Promise<RunAccount | undefined> {
  const record = readRecord(logPath);
  const run = record?.runs[number - 1];
  if (record === undefined || run?.ended === undefined) return undefined;
  const attempt = attemptOf(logPath, number, number === record.runs.length);
  const status =
    attempt === undefined ? undefined : await readSubagentStatus({ attemptPath: join(logPath, attempt) });
  const events = attempt === undefined ? [] : await readTeamEvents(logPath, attempt);
  return {
    record,
    run: { ...run, ended: run.ended },
    result: subagentResultSchema.safeParse(run.result).data,
    agents: configuredAgents(logPath, subagentId),
    status,
    events,
  };
}

function readRecord(logPath: string): RunRecord | undefined {
  try {
    const text = readText(join(logPath, logLayout.runRecord), { maxBytes: maxRunRecordBytes });
    return text === undefined ? undefined : parseRunRecord(text);
  } catch {
    // A newer program's, or damaged: there is nothing to tell of it.
    return undefined;
  }
}
