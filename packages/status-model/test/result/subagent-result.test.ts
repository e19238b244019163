import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { isSuccess, parseOrchestratorStatus, subagentResultSchema, tokenUsage } from "../../src/index.ts";

const result = {
  subagent_id: "research",
  status: "partial",
  success: false,
  answer: "half",
  workspace: "/w",
  execution_time_seconds: 145.3,
  error: "stopped",
  token_usage: {},
  completion_percentage: 50,
};

test(`the shape of a result ${verifies("RESULT", "RESULT-KEYS")}`, () => {
  expect(subagentResultSchema.parse(result)).toEqual(result);
  for (const status of ["completed", "completed_but_timeout", "partial", "timeout", "error"]) {
    expect(subagentResultSchema.safeParse({ ...result, status }).success).toBe(true);
  }
  for (const wrong of [
    { status: "failed" },
    { workspace: undefined },
    { answer: undefined },
    { completion_percentage: 101 },
  ]) {
    expect(subagentResultSchema.safeParse({ ...result, ...wrong }).success).toBe(false);
  }
});

test("only finished work is a success", () => {
  const statuses = ["completed", "completed_but_timeout", "partial", "timeout", "error"] as const;
  expect(statuses.filter(isSuccess)).toEqual(["completed", "completed_but_timeout"]);
});

test(`token usage is that of costs, and {} without it ${verifies("TOKENS-EXTRACTED", "TOKENS-NONE")}`, () => {
  const usage = (document: object) => {
    const parsed = parseOrchestratorStatus(JSON.stringify(document));
    return tokenUsage(parsed.ok ? parsed.status : undefined);
  };
  expect(
    usage({ costs: { total_input_tokens: 1, total_output_tokens: 2, total_estimated_cost: 0 } }),
  ).toEqual({
    input_tokens: 1,
    output_tokens: 2,
    estimated_cost: 0,
  });
  expect(usage({ costs: { total_output_tokens: 2 } })).toEqual({ output_tokens: 2 });
  expect(usage({})).toEqual({});
  expect(usage({ costs: "much" })).toEqual({});
  expect(tokenUsage(undefined)).toEqual({});
});
