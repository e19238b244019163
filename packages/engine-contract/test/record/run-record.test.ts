import { describe, expect, test } from "vitest";
import { EngineContractError, parseRunRecord, supervisorRecordSchema } from "../../src/index.ts";

const run = {
  number: 1,
  task: "count",
  state: "ended",
  owner: "s1",
  started_at: "2026-01-02T19:00:00.000Z",
  timeout_seconds: 60,
  deadline: "2026-01-02T19:01:00.000Z",
  mode: "inherited",
  requested_mode: "isolated",
  engine: "retinue-child",
  command: ["retinue-child"],
  supervisor: { pid: 7, start_time: "12", boot_id: null, pid_namespace: null },
  ended: { ending: "timeout", exit_code: null, ended_at: "2026-01-02T19:01:00.000Z" },
};
const record = {
  version: 1,
  subagent_id: "review",
  parent_agent_id: "parent",
  workspace: "/w",
  created_at: "2026-01-02T19:00:00.000Z",
  runs: [run],
};

test("a run record comes through, what a later version added included", () => {
  const later = { ...record, added: { later: true }, runs: [{ ...run, added: 1 }] };
  expect(parseRunRecord(JSON.stringify(later))).toEqual(later);
});

describe("what is no run record is refused, naming the place and the remedy", () => {
  test.each([
    ["", "Unexpected end"],
    ["[]", "(top)"],
    [{ ...record, version: 2 }, "version"],
    [{ ...record, subagent_id: "../x" }, "subagent_id"],
    [{ ...record, runs: [] }, "runs"],
    [{ ...record, runs: [{ ...run, mode: "remote" }] }, "runs[0].mode"],
    [{ ...record, runs: [{ ...run, supervisor: { ...run.supervisor, pid: -1 } }] }, "runs[0].supervisor.pid"],
    [{ ...record, runs: [{ ...run, ended: { ...run.ended, ending: "over" } }] }, "runs[0].ended.ending"],
  ])("%#", (document, place) => {
    const text = typeof document === "string" ? document : JSON.stringify(document);
    expect(() => parseRunRecord(text)).toThrow(EngineContractError);
    expect(() => parseRunRecord(text)).toThrow(place);
  });
});

test("a supervisor's record", () => {
  const ended = { version: 1, exit_code: 137, stopped: "", ended_at: 1_767_380_430 };
  expect(supervisorRecordSchema.parse(ended)).toEqual(ended);
  for (const wrong of [{ version: 2 }, { exit_code: "7" }, { stopped: "killed" }, { ended_at: 1.5 }]) {
    expect(supervisorRecordSchema.safeParse({ ...ended, ...wrong }).success).toBe(false);
  }
});
