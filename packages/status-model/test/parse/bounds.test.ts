import { expect, test } from "vitest";
import { parseOrchestratorStatus } from "../../src/index.ts";

function statusOf(document: unknown) {
  const text = typeof document === "string" ? document : JSON.stringify(document);
  const parsed = parseOrchestratorStatus(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.status;
}

const named = (count: number, value: unknown, prefix = "k") =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, value]));

test.each([
  ["k", "k0", "k99"],
  // Ids that look like integers take their order from the text.
  ["1", "10", "199"],
])("the first 100 agents are used (%s…)", (prefix, first, last) => {
  const { agents, problems } = statusOf({ agents: named(100_000, { answer_count: 1 }, prefix) });
  expect(agents.size).toBe(100);
  expect([...agents.keys()].at(0)).toBe(first);
  expect([...agents.keys()].at(-1)).toBe(last);
  expect(problems).toEqual([{ path: "agents", message: "only the first 100 agents are used" }]);
});

test("the newest 5,000 answers are used, and keep their index in what is said of them", () => {
  const entries: object[] = Array.from({ length: 20_000 }, (_, index) => ({ agentId: `a${index}` }));
  entries[19_999] = { agentId: "last", timestamp: 1 };
  const { historical_workspaces: used, problems } = statusOf({ historical_workspaces: entries });
  expect(used).toHaveLength(5000);
  expect(used[0]).toEqual({ agentId: "a15000" });
  expect(problems).toMatchObject([
    { path: "historical_workspaces", message: "only the newest 5000 of 20000 are used" },
    { path: "historical_workspaces.19999.timestamp" },
  ]);
});

test("the first 1,000 labels that were voted for are used", () => {
  const { results, problems } = statusOf({ results: { votes: named(50_000, 1) } });
  expect(results.votes.size).toBe(1000);
  expect(problems).toEqual([{ path: "results.votes", message: "only the first 1000 labels are used" }]);
});

test("100 sections that are not known are kept, and as many keys of a damaged section", () => {
  const { other, meta, problems } = statusOf({
    ...named(5000, 1),
    meta: { ...named(5000, 1), elapsed_seconds: "long", session_id: "s" },
  });
  expect(Object.keys(other)).toHaveLength(100);
  expect(Object.keys(meta)).toHaveLength(101);
  expect(meta.session_id).toBe("s");
  expect(problems.map(({ path }) => path)).toEqual(["(top)", "meta.elapsed_seconds"]);
});

test("100 problems are named, with their paths cut, and the others counted", () => {
  const agents = { ["x".repeat(100_000)]: 1 };
  const { problems } = statusOf({ agents, historical_workspaces: Array.from({ length: 5000 }, () => 1) });
  expect(problems).toHaveLength(101);
  expect(problems[0]?.path.length).toBeLessThan(300);
  expect(problems[100]).toEqual({ path: "(further places)", message: "4901 more are damaged" });
});

test.each([
  ["lists", "[", "]"],
  ["objects", '{"a":', "}"],
])("%s within each other are used to 1,000 levels, which JSON.stringify can write", (_, open, close) => {
  const nested = (levels: number) =>
    `{"tools":${open.repeat(levels)}1${close.repeat(levels)}}`.replace("[1]", "[]");
  expect(() => JSON.stringify(statusOf(nested(999)).other)).not.toThrow();
  for (const levels of [1000, 32_000, 200_000]) {
    expect(parseOrchestratorStatus(nested(levels))).toEqual({
      ok: false,
      problem: "status.json is nested deeper than 1000 levels",
    });
  }
});

test("brackets inside strings are no levels", () => {
  const text = JSON.stringify({ meta: { question: `"${"[{".repeat(5000)}\\` } });
  expect(statusOf(text).meta.question).toHaveLength(10_002);
});

test("what stands at the end of a broken file is not repeated at length", () => {
  const parsed = parseOrchestratorStatus(`{"a": ${"\u0001".repeat(100_000)}`);
  expect(parsed).toMatchObject({ ok: false });
  expect(JSON.stringify(parsed).length).toBeLessThan(500);
});

test("keys that are special in JavaScript are keys like others", () => {
  const { agents, results, other } = statusOf(
    `{"agents": {"__proto__": {"answer_count": 2}, "constructor": {"answer_count": "x"}},
      "results": {"winner": 1, "votes": {"__proto__": 3, "toString": 1e999}}, "__proto__": {"polluted": 1}}`,
  );
  expect([...agents]).toEqual([
    ["__proto__", { answer_count: 2 }],
    ["constructor", {}],
  ]);
  expect([...results.votes]).toEqual([["__proto__", 3]]);
  expect(Object.keys(other)).toEqual(["__proto__"]);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

test("numbers beyond all bounds are damage", () => {
  const status = statusOf(
    `{"meta": {"elapsed_seconds": 1e999}, "costs": {"total_input_tokens": -1e999, "total_estimated_cost": 1e999},
      "coordination": {"completion_percentage": 1e999}, "results": {"votes": {"a": 9007199254740993}}}`,
  );
  expect(status.meta).toEqual({});
  expect(status.costs).toEqual({});
  expect(status.coordination).toEqual({});
  expect(status.results.votes.size).toBe(0);
  expect(status.problems).toHaveLength(5);
});
