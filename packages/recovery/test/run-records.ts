/** A run as run.json lists it: running, of an engine of ours. */
export const run = (changes: Record<string, unknown> = {}) => ({
  number: 1,
  task: "count",
  state: "running",
  owner: "s1",
  started_at: "2026-01-02T19:00:00.000Z",
  timeout_seconds: 60,
  deadline: "2026-01-02T19:01:00.000Z",
  mode: "inherited",
  requested_mode: "inherited",
  engine: "retinue-child",
  command: ["retinue-child"],
  ...changes,
});

/** A run.json. */
export const record = (runs: object[], changes: Record<string, unknown> = {}) => ({
  version: 1,
  subagent_id: "review",
  parent_agent_id: "parent",
  workspace: "/srv/gone/subagents/log/workspace",
  created_at: "2026-01-02T19:00:00.000Z",
  runs,
  ...changes,
});

/** A run that ended after 42.5 s. */
export const ended = (ending: string, reason?: string) =>
  run({ state: "ended", ended: { ending, exit_code: 0, ended_at: "2026-01-02T19:00:42.500Z", reason } });
