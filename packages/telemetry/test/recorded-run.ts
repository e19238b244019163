import { temporaryDirectory } from "@retinue/testkit";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const trace = {
  trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
  span_id: "00f067aa0ba902b7",
  sampled: true,
};
const attempt = "live_logs/log_20260102_190131_938811/turn_1/attempt_1";
const at = (second: number) => new Date(Date.UTC(2026, 0, 2, 19, 0, second)).toISOString();

/** One line of events.jsonl. */
export function event(second: number, type: string, agent?: string, data: object = {}): string {
  return JSON.stringify({ timestamp: at(second), event_type: type, agent_id: agent, data });
}

export interface RecordedRunOptions {
  readonly events?: readonly string[];
  /** Changes to the entry in run.json. */
  readonly run?: object;
  readonly status?: string;
  /** Whether the team's configuration is there. */
  readonly configured?: boolean;
}

/** A parent's workspace with the records of one run, as a server and an engine leave them. */
export function recordedRun(options: RecordedRunOptions = {}) {
  const { events = [], run = {}, status = "{}", configured = true } = options;
  const workspace = temporaryDirectory("retinue-telemetry-");
  const logPath = join(workspace, "logs/subagents/review");
  mkdirSync(join(logPath, attempt), { recursive: true });
  const result = {
    subagent_id: "review",
    status: "partial",
    success: false,
    answer: "It is fine.",
    workspace: "/w",
    execution_time_seconds: 60,
    error: null,
    token_usage: { input_tokens: 100, output_tokens: 10, estimated_cost: 0.01 },
    answer_source: { reason: "votes", agent_id: "ada", path: "/w/answer.txt" },
  };
  const entry = {
    number: 1,
    task: "Review it.",
    state: "ended",
    owner: "s1",
    accepted_at: at(0),
    started_at: at(5),
    timeout_seconds: 60,
    deadline: at(65),
    mode: "inherited",
    requested_mode: "inherited",
    engine: "retinue-child",
    command: ["retinue-child"],
    trace,
    ended: { ending: "timeout", exit_code: 130, ended_at: at(65) },
    result,
    ...run,
  };
  const record = {
    version: 1,
    subagent_id: "review",
    parent_agent_id: "parent",
    workspace: "/w",
    created_at: at(0),
    runs: [entry],
  };
  writeFileSync(join(logPath, "run.json"), JSON.stringify(record));
  writeFileSync(join(logPath, attempt, "events.jsonl"), `${events.join("\n")}\n`);
  writeFileSync(join(logPath, attempt, "status.json"), status);
  const agents = [{ id: "ada", backend: { type: "claude", model: "claude-sonnet-5", api_key: "sk-secret" } }];
  if (configured) writeFileSync(join(logPath, "subagent_config_review.yaml"), JSON.stringify({ agents }));
  return { workspace, ended: { subagentId: "review", run: 1, logPath } };
}
