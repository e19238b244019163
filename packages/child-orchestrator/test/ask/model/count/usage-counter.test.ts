import { expect, it } from "vitest";
import { usageCounter } from "../../../../src/ask/model/count/usage-counter.ts";

const turn = (input: number | undefined, output: number | undefined) => ({
  usage: {
    inputTokens: { total: input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: output },
  },
  warnings: [],
});

it("leaves out what a server does not count, and guesses no cost of the half", () => {
  const counter = usageCounter("gpt-5");
  counter.end(turn(undefined, 20));
  expect(counter.total()).toEqual({ output_tokens: 20 });
  expect(counter.problems()).toEqual([expect.stringContaining("does not count input tokens")]);
  counter.end(turn(1_000_000, 0));
  expect(counter.total()).toMatchObject({ input_tokens: 1_000_000, output_tokens: 20, estimated_cost: 1.25 });
});

it("knows of nothing where nothing is counted", () => {
  const counter = usageCounter("gpt-5");
  counter.end(turn(undefined, undefined));
  expect([counter.total(), counter.problems()]).toEqual([undefined, []]);
});
