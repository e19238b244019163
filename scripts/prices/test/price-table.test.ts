import { expect, test } from "vitest";
import { priceTable } from "../price-table.ts";

const price = (input: number, more: object = {}) => ({
  mode: "chat",
  input_cost_per_token: input / 1e6,
  output_cost_per_token: (4 * input) / 1e6,
  ...more,
});
const many = Object.fromEntries(Array.from({ length: 50 }, (_, each) => [`gpt-9.${each}`, price(1)]));

test("takes what a model costs by text, cached and in long requests", () => {
  const prices = priceTable({
    ...many,
    "claude-nine": price(3, {
      cache_read_input_token_cost: 3e-7,
      cache_creation_input_token_cost: 3.75e-6,
      input_cost_per_token_batches: 1.5e-6,
      input_cost_per_token_above_200k_tokens: 6e-6,
      input_cost_per_token_above_200k_tokens_priority: 9e-6,
      output_cost_per_token_above_200k_tokens: 24e-6,
    }),
  });
  expect(prices["claude-nine"]).toEqual({
    input: 3,
    output: 12,
    cacheRead: 0.3,
    cacheWrite: 3.75,
    above: { tokens: 200_000, input: 6, output: 24 },
  });
});

test("leaves out what is not billed by text, editions that cost the same, and other vendors' names", () => {
  const prices = priceTable({
    ...many,
    "gpt-9.1-2026-01-01": price(1),
    "gpt-9.2-2026-01-01": price(2),
    "gpt-9-audio": price(1),
    "gpt-9-picture": { mode: "image_generation", input_cost_per_token: 1 },
    "azure/gpt-9": price(1),
    "mistral-nine": price(1),
    "gpt-9-free": { mode: "chat" },
  });
  const further = Object.keys(prices).filter((name) => !(name in many));
  expect(further).toEqual(["gpt-9.2-2026-01-01"]);
});

test("an API's own entry counts before a reseller's", () => {
  for (const entries of [
    { "gemini-nine": price(9), "gemini/gemini-nine": price(1) },
    { "gemini/gemini-nine": price(1), "gemini-nine": price(9) },
  ]) {
    expect(priceTable({ ...many, ...entries })["gemini-nine"]).toMatchObject({ input: 1 });
  }
});

test("a table in another form is not taken for one with few models", () => {
  expect(() => priceTable({ models: many })).toThrow(/prices of 0 models only/);
});
