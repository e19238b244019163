import type { VendorRequest, VendorScript } from "@retinue/testkit/vendor-api";
import { expect, test } from "vitest";
import { modelAgent, parentOf, vendorApi } from "../models/model-parent.ts";

/** Of each call: a thousand tokens, and 0.268 thousandths of a dollar of gpt-5-mini. */
const usage = { inputTokens: 990, outputTokens: 10 };
const tokens = 1000;
const dollars = (990 * 0.25 + 10 * 2) / 1e6;

const isWasteful = ({ text }: VendorRequest) => text.includes("Waste it.");
const isTold = ({ text }: VendorRequest) => text.includes("Your time is up");

/** Looks around for ever, saying how far it has come; who is not told to waste it answers at once. */
const wasteful: VendorScript = {
  respond: (request) =>
    isWasteful(request)
      ? {
          text: "As far as I have come.",
          toolCalls: [{ name: "list_directory", arguments: { path: "." } }],
          usage,
        }
      : { text: "Forty-two.", usage },
};

/** Looks around until it is told to finish. */
const obedient: VendorScript = {
  respond: (request) =>
    isTold(request)
      ? { text: "Forty-two, in short.", usage }
      : { text: "", toolCalls: [{ name: "list_directory", arguments: { path: "." } }], usage },
};

async function parentWith(script: VendorScript, coordination: Readonly<Record<string, unknown>>, more = {}) {
  const api = await vendorApi(script);
  const manager = parentOf([modelAgent("alpha", "openai", api)], undefined, coordination, more);
  return { api, manager };
}

test.each([
  {
    what: "tokens",
    budget: { subagent_max_tokens: 3.5 * tokens },
    held: { max_tokens: 3500, spent_tokens: 4000, left_tokens: 0 },
  },
  {
    what: "cost",
    budget: { subagent_max_cost: 3.5 * dollars },
    held: { max_cost: 3.5 * dollars, spent_cost: Math.round(4 * dollars * 1e6) / 1e6, left_cost: 0 },
  },
])(
  "a run is cut off at its budget of $what, one call over at most; its sibling goes on",
  async ({ budget, held }) => {
    const { api, manager } = await parentWith(wasteful, budget);
    const [wasting, thrifty] = await manager.spawnParallel([
      { task: "Waste it.", subagent_id: "wasting" },
      { task: "What is six times seven?", subagent_id: "thrifty" },
    ]);
    expect(await wasting?.result).toMatchObject({
      status: "partial",
      success: false,
      answer: expect.stringContaining("As far as I have come.") as string,
      error: "the run was stopped since its budget was spent",
      answer_source: { reason: "draft" },
      warning: expect.stringMatching(
        /^its budget was spent \(.* of .*\), so it was cut off; continue it/,
      ) as string,
      budget: { ...held, held_by: "engine" },
    });
    expect(await thrifty?.result).toMatchObject({ status: "completed", answer: "Forty-two." });
    expect(api.requests.filter(isWasteful)).toHaveLength(4);
  },
);

test("a team is told at nine tenths of its budget to finish, and answers within it", async () => {
  const { api, manager } = await parentWith(obedient, { subagent_max_tokens: 4.2 * tokens });
  const { result } = await manager.spawn({ task: "What is six times seven?" });
  expect(await result).toMatchObject({
    status: "completed",
    answer: "Forty-two, in short.",
    warning: expect.stringMatching(/since 95 % of its budget \(4200 tokens\) was spent/) as string,
    budget: { max_tokens: 4200, spent_tokens: 5000 },
  });
  expect(api.requests.map(isTold)).toEqual([false, false, false, false, true]);
});

test("a parent's budget holds over ten at once, each one call over at most; then nothing more is begun", async () => {
  const total = 20 * tokens;
  const { api, manager } = await parentWith(
    wasteful,
    { subagent_max_total_tokens: total },
    { maxConcurrent: 10 },
  );
  const tasks = Array.from({ length: 10 }, (_, n) => ({ task: "Waste it.", subagent_id: `run_${n}` }));
  const spawned = await manager.spawnParallel(tasks);
  await expect(manager.spawn({ task: "Waste it." })).rejects.toMatchObject({
    code: "BUDGET_SPENT",
    retryable: true,
    message: expect.stringContaining("20000 are kept for runs that go on") as string,
  });
  const results = await Promise.all(spawned.map(({ result }) => result));
  const spent = results.map(({ budget }) => budget?.spent_tokens ?? 0);
  expect(spent).toEqual(Array.from({ length: 10 }, () => 2 * tokens));
  expect(api.requests.length * tokens).toBeLessThanOrEqual(total + 10 * tokens);
  await expect(manager.spawn({ task: "Waste it." })).rejects.toMatchObject({
    code: "BUDGET_SPENT",
    retryable: false,
    message: `Nothing is left of the ${total} tokens that all subagents may spend together: ${total} are spent`,
  });
  await expect(manager.continue("run_0", "Go on.")).rejects.toMatchObject({ code: "BUDGET_SPENT" });
});

test("what a run leaves of its part comes back; a continuation has a budget of its own", async () => {
  const { manager } = await parentWith(wasteful, {
    subagent_max_total_tokens: 10 * tokens,
    subagent_max_tokens: 4 * tokens,
  });
  const first = await manager.spawn({ task: "What is six times seven?", subagent_id: "a" });
  expect(await first.result).toMatchObject({
    budget: { max_tokens: 4000, spent_tokens: 1000, left_tokens: 3000 },
  });
  const wasting = await manager.spawn({ task: "Waste it.", subagent_id: "b", max_tokens: 2 * tokens });
  expect(await wasting.result).toMatchObject({
    status: "partial",
    budget: { max_tokens: 2000, spent_tokens: 2000 },
  });
  const further = await manager.continue("b", "What is six times eight?");
  expect(await further.result).toMatchObject({ budget: { max_tokens: 4000 } });
});

test.each([
  [
    "a higher one than the configuration's",
    { max_tokens: 5000 },
    /Task 1 asks for max_tokens 5000, and 4000 is what one run may spend here/,
  ],
  [
    "one of cost, of a model without a price",
    { max_cost: 1 },
    /agent alpha of its team has the model gpt-made-up, of which no price is known/,
  ],
])("a budget is refused before anything is started: %s", async (_, asked, message) => {
  const api = await vendorApi(wasteful);
  const agent = modelAgent("alpha", "openai", api, { model: "gpt-made-up" });
  const manager = parentOf([agent], undefined, { subagent_max_tokens: 4000 });
  await expect(manager.spawn({ task: "Waste it.", ...asked })).rejects.toMatchObject({
    code: "BUDGET_REFUSED",
    message: expect.stringMatching(message) as string,
  });
  expect(await manager.list()).toEqual([]);
  expect(api.requests).toHaveLength(0);
});
