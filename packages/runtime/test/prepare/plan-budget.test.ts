import { validateChildConfig } from "@retinue/engine-contract";
import { expect, test } from "vitest";
import { planBudget } from "../../src/prepare/plan-budget.ts";

const team = (backend: object) => () => validateChildConfig({ agents: [{ id: "alpha", backend }] });
const cost = { subagent_max_cost: 2, subagent_max_total_cost: 1 };

test("a run has the least of what is configured for it and for all together, and a task may ask for less", () => {
  const priced = team({ type: "openai", model: "gpt-5-mini" });
  const coordination = { ...cost, subagent_max_tokens: 500 };
  expect(planBudget({}, "It", priced, coordination)).toEqual({
    limits: { max_cost: 1, max_tokens: 500 },
    warning: undefined,
  });
  expect(planBudget({ max_cost: 0.5 }, "It", priced, coordination).limits).toEqual({
    max_cost: 0.5,
    max_tokens: 500,
  });
  expect(planBudget({ max_cost: 9 }, "It", priced, {}).limits).toEqual({ max_cost: 9 });
  expect(() => planBudget({ max_cost: 1.5 }, "It", priced, coordination)).toThrow(
    "It asks for max_cost 1.5, and 1 is what one run may spend here",
  );
});

test("without a budget nobody's price is asked for", () => {
  const never = () => {
    throw new Error("asked");
  };
  expect(planBudget({}, "It", never, {}).limits).toBeUndefined();
});

test.each([
  [{ type: "codex" }, "agent alpha of its team names no model for codex"],
  [
    { type: "openai", model: "made-up" },
    "agent alpha of its team has the model made-up, of which no price is known",
  ],
])("a budget of cost is refused where no price is known: %j", (backend, why) => {
  expect(() => planBudget({}, "It", team(backend), cost)).toThrow(
    `It cannot be held to a budget of cost: ${why}`,
  );
  expect(planBudget({}, "It", team(backend), { subagent_max_tokens: 5 }).limits).toEqual({ max_tokens: 5 });
});

test.each([
  [{ type: "claude_code" }, undefined],
  [
    { type: "codex", model: "gpt-5-mini" },
    "agent alpha tells at the end of each turn only what it has used: a turn may go beyond its budget",
  ],
  [
    { type: "command", command: ["true"] },
    "agent alpha is a command, of which nobody counts what it spends unless it says so",
  ],
])("what counts late or not at all is said: %j", (backend, warning) => {
  expect(planBudget({}, "It", team(backend), cost).warning).toBe(warning);
});
