import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunRecord } from "@retinue/engine-contract";

const attempt = "live_logs/log_20260102_190131_938811/turn_1/attempt_1";

/** The log directory of a run that goes on, written by the test in the place of server and engine. */
export interface LiveRun {
  readonly logPath: string;
  /** Replaces status.json as an engine does; makes its directories when it is the first. */
  writeStatus(text: string): void;
  /** Writes run.json as the server does when the run has ended. */
  end(status: string): void;
}

/** `details` are of the run's entry in run.json. */
export function liveRun(directory: string, details: Partial<RunRecord["runs"][number]> = {}): LiveRun {
  const logPath = join(directory, "review");
  mkdirSync(join(logPath, "live_logs"), { recursive: true });
  const record = runRecord(directory, details);
  replace(join(logPath, "run.json"), JSON.stringify(record));
  let begun = false;
  return {
    logPath,
    writeStatus(text) {
      mkdirSync(join(logPath, attempt), { recursive: true });
      replace(join(logPath, attempt, "status.json"), text);
      if (!begun) symlinkSync(attempt, join(logPath, "full_logs"));
      begun = true;
    },
    end(status) {
      const result = {
        subagent_id: "review",
        status,
        success: false,
        answer: "what was finished",
        workspace: record.workspace,
        execution_time_seconds: 90,
        error: "it was cut off",
        token_usage: {},
      };
      const ended = { ending: "timeout", exit_code: null, ended_at: "2026-01-02T19:03:00.000Z" };
      const runs = record.runs.map((run) => ({ ...run, state: "ended", ended, result }));
      replace(join(logPath, "run.json"), JSON.stringify({ ...record, runs }));
    },
  };
}

function runRecord(directory: string, details: Partial<RunRecord["runs"][number]>): RunRecord {
  return {
    version: 1,
    subagent_id: "review",
    parent_agent_id: "parent",
    workspace: join(directory, "subagents/review/workspace"),
    created_at: "2026-01-02T19:01:30.000Z",
    runs: [
      {
        number: 1,
        task: "Review the licences.",
        state: "running",
        owner: "test",
        started_at: "2026-01-02T19:01:30.000Z",
        timeout_seconds: 90,
        deadline: new Date(Date.now() + 3_600_000).toISOString(),
        mode: "inherited",
        requested_mode: "inherited",
        engine: "massgen",
        command: ["massgen"],
        ...details,
      },
    ],
  };
}

function replace(path: string, text: string): void {
  writeFileSync(`${path}.tmp`, text);
  renameSync(`${path}.tmp`, path);
}
