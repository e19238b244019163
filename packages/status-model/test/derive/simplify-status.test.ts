import { verifies } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import {
  deriveStatus,
  parseOrchestratorStatus,
  simplifiedStatusSchema,
  simplifyStatus,
  type OrchestratorStatus,
} from "../../src/index.ts";

function status(document: object): OrchestratorStatus {
  const parsed = parseOrchestratorStatus(JSON.stringify(document));
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.status;
}

test(`the example of the requirement ${verifies("VIEW", "VIEW-FIELDS", "INNER-MODEL")}`, () => {
  const view = simplifyStatus({
    subagentId: "research",
    status: status({
      meta: { elapsed_seconds: 192.5 },
      costs: { total_input_tokens: 50000, total_output_tokens: 3000, total_estimated_cost: 0.05 },
      coordination: { phase: "enforcement", completion_percentage: 75 },
      agents: {},
      results: { winner: null, votes: { "agent2.1": 1 } },
    }),
  });
  expect(view).toEqual({
    subagent_id: "research",
    status: "running",
    phase: "enforcement",
    completion_percentage: 75,
    token_usage: { input_tokens: 50000, output_tokens: 3000, estimated_cost: 0.05 },
    elapsed_seconds: 192.5,
  });
  expect(simplifiedStatusSchema.parse(view)).toEqual(view);
});

test(`without a file it is pending, from memory ${verifies("ABSENT", "ABSENT-PENDING")}`, () => {
  const view = simplifyStatus({
    subagentId: "research",
    task: "Research movies",
    startedAt: "2026-01-02T21:48:21",
  });
  expect(view).toEqual({
    subagent_id: "research",
    status: "pending",
    task: "Research movies",
    started_at: "2026-01-02T21:48:21",
  });
});

describe(`derived status ${verifies("VIEW-PHASES")}`, () => {
  test.each(["initial_answer", "enforcement", "presentation"])("%s is running", (phase) => {
    expect(deriveStatus({ status: status({ coordination: { phase } }) })).toBe("running");
  });

  test("no file is pending, a failed run is failed", () => {
    expect(deriveStatus({})).toBe("pending");
    expect(deriveStatus({ error: "no such program" })).toBe("failed");
    expect(deriveStatus({ status: status({}), error: "killed" })).toBe("failed");
  });

  test("one agent's error is not the run's, everybody's is", () => {
    const failed = { error: { type: "api_error", message: "no key" }, answer_count: 0 };
    expect(deriveStatus({ status: status({ agents: { a: failed, b: {} } }) })).toBe("running");
    expect(deriveStatus({ status: status({ agents: { a: failed, b: failed } }) })).toBe("failed");
    const answered = { error: "no vote", answer_count: 1 };
    expect(deriveStatus({ status: status({ agents: { a: answered, b: answered } }) })).toBe("running");
  });

  test("once there is a result, its status rules", () => {
    const running = status({ coordination: { phase: "presentation" } });
    for (const known of ["completed", "completed_but_timeout", "partial", "timeout"] as const) {
      expect(deriveStatus({ status: running, result: { status: known } })).toBe(known);
    }
    expect(deriveStatus({ status: running, result: { status: "error" } })).toBe("failed");
  });
});

test("elapsed seconds and tokens are the result's once there is one", () => {
  const result = { status: "partial", execution_time_seconds: 60, token_usage: { input_tokens: 5 } } as const;
  const view = simplifyStatus({
    subagentId: "a",
    status: status({ meta: { elapsed_seconds: 9 } }),
    result,
    workspace: "/w",
  });
  expect(view).toMatchObject({
    status: "partial",
    elapsed_seconds: 60,
    token_usage: { input_tokens: 5 },
    workspace: "/w",
  });
});
