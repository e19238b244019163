import fc from "fast-check";
import { verifies } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { parseOrchestratorStatus, type OrchestratorStatus } from "../../src/index.ts";

function parsed(document: unknown): OrchestratorStatus {
  const result = parseOrchestratorStatus(typeof document === "string" ? document : JSON.stringify(document));
  if (!result.ok) throw new Error(result.problem);
  return result.status;
}

const whole = {
  finish_reason: "in_progress",
  is_complete: false,
  meta: { elapsed_seconds: 4.5, session_id: "attempt_1", extra: [1] },
  costs: { total_input_tokens: 10, total_output_tokens: 2, total_estimated_cost: 0 },
  coordination: { phase: "enforcement", active_agent: null, completion_percentage: 75 },
  agents: { beta: { status: "voted", answer_count: 1, error: null }, alpha: { status: "waiting" } },
  historical_workspaces: [{ agentId: "beta", answerLabel: "agent2.1", timestamp: "t", workspacePath: "/w" }],
  results: { votes: { "agent2.1": 2 }, winner: null, final_answer_preview: null },
  rounds: { total_rounds: 5 },
};

test("a whole status comes through as it is, unknown keys kept", () => {
  const status = parsed(whole);
  expect(status.meta).toEqual(whole.meta);
  expect(status.costs).toEqual(whole.costs);
  expect(status.coordination).toEqual(whole.coordination);
  expect([...status.agents]).toEqual(Object.entries(whole.agents));
  expect(status.historical_workspaces).toEqual(whole.historical_workspaces);
  expect([...status.results.votes]).toEqual([["agent2.1", 2]]);
  expect([status.is_complete, status.finish_reason]).toEqual([false, "in_progress"]);
  expect(status.other).toEqual({ rounds: { total_rounds: 5 } });
  expect(status.problems).toEqual([]);
});

describe("text that is no status", () => {
  test.each([
    ["", "it is empty"],
    [" \n", "it is empty"],
    ["{", "not valid JSON"],
    ["[]", "found an array"],
    ["null", "found null"],
    ["7", "found a number"],
  ])("%j", (text, why) => {
    expect(parseOrchestratorStatus(text)).toEqual({
      ok: false,
      problem: expect.stringContaining(why) as string,
    });
  });
});

describe("damage stays in its section", () => {
  test.each([
    [{ ...whole, meta: 7 }, "meta"],
    [{ ...whole, costs: { total_input_tokens: "many", total_output_tokens: 2 } }, "costs.total_input_tokens"],
    [{ ...whole, coordination: { phase: "dreaming", completion_percentage: 75 } }, "coordination.phase"],
    [{ ...whole, coordination: { completion_percentage: 101 } }, "coordination.completion_percentage"],
    [{ ...whole, agents: [] }, "agents"],
    [{ ...whole, agents: { beta: 7, alpha: {} } }, "agents.beta"],
    [{ ...whole, historical_workspaces: {} }, "historical_workspaces"],
    [{ ...whole, historical_workspaces: [{ agentId: 7 }] }, "historical_workspaces.0.agentId"],
    [{ ...whole, results: "none" }, "results"],
    [{ ...whole, results: { votes: [] } }, "results.votes"],
    [{ ...whole, results: { votes: { a: -1, b: 1.5, c: 1 } } }, "results.votes.a"],
  ])("%#: it is named", (document, path) => {
    const status = parsed(document);
    expect(status.problems.map((problem) => problem.path)).toContain(path);
    expect(status.other).toEqual({ rounds: { total_rounds: 5 } });
    expect(status.is_complete).toBe(false);
  });

  test("the fields beside a damaged one stay", () => {
    expect(parsed({ costs: { total_input_tokens: "many", total_output_tokens: 2 } }).costs).toEqual({
      total_output_tokens: 2,
    });
    expect(parsed({ results: { votes: { a: -1, c: 1 }, winner: "x" } }).results).toMatchObject({
      winner: "x",
    });
    expect([...parsed({ results: { votes: { a: -1, c: 1 } } }).results.votes]).toEqual([["c", 1]]);
  });

  test("a damaged agent is registered all the same", () => {
    expect([...parsed({ agents: { beta: 7, alpha: {} } }).agents.keys()]).toEqual(["beta", "alpha"]);
  });

  test("costs that are absent are told from totals of zero", () => {
    expect(parsed({}).costs).toBeUndefined();
    expect(parsed({ costs: {} }).costs).toEqual({});
  });
});

describe(`registration order ${verifies("ORDER-REGISTRATION")}`, () => {
  test.each([
    ['{"agents": {"10": {}, "b": {}, "2": {}, "a": {}}}', ["10", "b", "2", "a"]],
    [
      '{"x": {"agents": {"7": {}}}, "agents": {"3": {"agents": {"9": 1}}, "1": {"y": [{"8": 1}]}}}',
      ["3", "1"],
    ],
    ['{"agents": {"5": {}}, "agents": {"4": {}, "a": {}, "0": {}}}', ["4", "a", "0"]],
    ['{"\\u0061gents": {"2": {}, "\\u0031": {}}}', ["2", "1"]],
    ['{"agents": {"2": "}{\\"1\\": [", "1": "\\\\"}}', ["2", "1"]],
    ['{"agents": {"2": {}, "1": {}, "2": {}}}', ["2", "1"]],
  ])("of %s", (text, order) => {
    expect([...parsed(text).agents.keys()]).toEqual(order);
  });

  test("is that of the text, whatever the names and the neighbours", () => {
    const ids = fc.uniqueArray(fc.oneof(fc.nat(20).map(String), fc.string()), { maxLength: 8 });
    const property = fc.property(ids, fc.json(), (names, neighbour) => {
      const entries = names.map((id) => `${JSON.stringify(id)}: {"answer_count": 1, "1": ${neighbour}}`);
      const text = `{"before": ${neighbour}, "agents": {${entries.join(", ")}}, "after": ${neighbour}}`;
      expect([...parsed(text).agents.keys()]).toEqual(names);
    });
    fc.assert(property, { numRuns: 500 });
  });
});

test("any text at all gives a status or a reason", () => {
  const property = fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
    const result = parseOrchestratorStatus(text);
    expect(result.ok ? typeof result.status : typeof result.problem).toBe(result.ok ? "object" : "string");
  });
  fc.assert(property, { numRuns: 500 });
});

test("names that are special in JavaScript are ordinary names", () => {
  const status = parsed(
    '{"agents": {"__proto__": {"answer_count": 1}}, "results": {"votes": {"constructor": 1}}, "__proto__": {"x": 1}}',
  );
  expect([...status.agents.keys()]).toEqual(["__proto__"]);
  expect([...status.results.votes.keys()]).toEqual(["constructor"]);
  expect(Object.getPrototypeOf(status.other)).toBe(Object.prototype);
});
