import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { delegationRequestSchema, delegationResponseSchema, newResponse } from "../../src/index.ts";
import { delegationFiles, messageNamed } from "../../src/message/file-names.ts";
import { parseMessage } from "../../src/message/parse-message.ts";
import { request } from "../exchange.ts";

// As MassGen 0.1.97 writes it.
const foreign = {
  version: 1,
  subagent_id: "research",
  request_id: "a1b2c3d4e5f60718",
  task: "Find out",
  yaml_config: { agents: [], orchestrator: { coordination: { enable_subagents: false } } },
  answer_file: "/ws/subagents/research/workspace/answer.txt",
  workspace: "/ws/subagents/research/workspace",
  timeout_seconds: 300,
  created_at: "2026-01-02T03:04:05.678901+00:00",
};

test(`a request of MassGen's is read field for field, and a key it gains later is ignored ${verifies("DELEGATION-REQUEST", "DELEGATION-UNKNOWN-FIELDS")}`, () => {
  const text = JSON.stringify({ ...foreign, docker_image: "evil", network_mode: "host" });
  expect(parseMessage(text, delegationRequestSchema)).toEqual({ ok: true, value: foreign });
});

test(`a response has MassGen's fields in MassGen's order, its tails cut at 2,000 characters ${verifies("DELEGATION-RESPONSE")}`, () => {
  const now = new Date("2026-01-02T03:04:05Z");
  const response = newResponse(
    { subagentId: "a", requestId: "r" },
    {
      status: "error",
      exitCode: 3,
      stdout: `cut${"x".repeat(2000)}`,
      stderr: `${"y".repeat(1999)}🐈${"😀".repeat(1999)}`,
    },
    now,
  );
  expect(Object.keys(response)).toEqual([
    "version",
    "subagent_id",
    "request_id",
    "status",
    "exit_code",
    "stdout_tail",
    "stderr_tail",
    "completed_at",
  ]);
  expect(response.stdout_tail).toBe("x".repeat(2000));
  expect(response.stderr_tail).toBe(`🐈${"😀".repeat(1999)}`);
  expect(parseMessage(JSON.stringify(response), delegationResponseSchema)).toEqual({
    ok: true,
    value: response,
  });
});

test.each([
  ["not JSON", "{", /not JSON/],
  ["another version", JSON.stringify(request({ version: 2 as 1 })), /version/],
  ["a blank task", JSON.stringify(request({ task: " " })), /task: must hold text/],
  ["no time", JSON.stringify(request({ timeout_seconds: -1 })), /timeout_seconds/],
  ["a huge time", JSON.stringify(request({ timeout_seconds: 1e9 })), /timeout_seconds/],
  ["a time beyond numbers", JSON.stringify(request()).replace(":60,", ":1e999,"), /too large/],
  [
    "a relative workspace",
    JSON.stringify(request({ workspace: "ws" })),
    /workspace: must be an absolute path/,
  ],
  ["an id that climbs", JSON.stringify(request({ subagent_id: "../x" })), /subagent_id/],
  ["YAML text", JSON.stringify({ ...request(), yaml_config: "agents: []" }), /yaml_config/],
  ["a prototype", '{"version":1,"yaml_config":{"__proto__":{"polluted":true}}}', /__proto__/],
  ["nothing but depth", "[".repeat(32_000) + "]".repeat(32_000), /nested more than 32/],
])("refuses %s, naming it", (_what, text, problem) => {
  expect(parseMessage(text, delegationRequestSchema)).toEqual({
    ok: false,
    problem: expect.stringMatching(problem),
  });
});

test("names in the shared directory announce requests and cancels of well-formed ids only", () => {
  expect(messageNamed(delegationFiles.request("a_b-1"))).toEqual({ kind: "request", subagentId: "a_b-1" });
  expect(messageNamed(delegationFiles.cancel("a"))).toEqual({ kind: "cancel", subagentId: "a" });
  for (const name of [
    "request_.json",
    "request_a b.json",
    "request_a.json.tmp",
    "response_a.json",
    "cancel_",
    "cancel_é",
  ]) {
    expect(messageNamed(name)).toBeUndefined();
  }
});
