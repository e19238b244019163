import { describe, expect, it } from "vitest";
import { modelPrices } from "@retinue/model-prices";
import { countUsage } from "../../../src/ask/cli-agent/count-usage.ts";

const output = (
  model: string,
  tokens: { input: number; output: number; cacheRead?: number },
  cost?: number,
) => ({
  text: "",
  ended: true,
  cost,
  tokens: new Map([[model, tokens]]),
});

describe("what a call cost", () => {
  it("is what the program says it was", () => {
    const { usage, problems } = countUsage(output("unheard-of", { input: 5, output: 2 }, 0.25), undefined);
    expect(usage).toEqual({
      input_tokens: 5,
      cached_input_tokens: 0,
      output_tokens: 2,
      estimated_cost: 0.25,
    });
    expect(problems).toEqual([]);
  });

  it("is the difference where the program counts over its session, by list price", () => {
    const before = { input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 0 };
    const { usage, counted } = countUsage(output("claude-opus-5", { input: 1_000_100, output: 10 }), before);
    expect(usage).toMatchObject({ input_tokens: 100, output_tokens: 10 });
    expect(usage?.estimated_cost).toBeCloseTo((100 * 5 + 10 * 25) / 1e6, 12);
    expect(counted).toMatchObject({ input: 1_000_100, output: 10 });
  });

  it("is that of short requests: how long each was is not told", () => {
    const { usage } = countUsage(output("gemini-2.5-pro", { input: 1_000_000, output: 0 }), undefined);
    expect(usage?.estimated_cost).toBeCloseTo(modelPrices["gemini-2.5-pro"]?.input ?? NaN, 12);
  });

  it("is all of it when the count began anew", () => {
    const before = { input: 900, output: 90, cacheRead: 0, cacheWrite: 0 };
    expect(countUsage(output("m", { input: 50, output: 5 }), before).usage).toMatchObject({
      input_tokens: 50,
    });
  });

  it("is not guessed without a price or a name, but said", () => {
    const priceless = countUsage(output("unheard-of", { input: 5, output: 2 }), undefined);
    expect(priceless.usage).toMatchObject({ input_tokens: 5, estimated_cost: undefined });
    expect(priceless.problems).toEqual([expect.stringContaining("no price of unheard-of is known")]);
    const nameless = countUsage(output("", { input: 5, output: 2 }), undefined);
    expect(nameless.problems).toEqual([expect.stringContaining("name it in backend.model")]);
  });

  it("is not there when nothing was counted", () => {
    const nothing = { text: "", ended: false, tokens: new Map<string, never>() };
    expect(countUsage(nothing, undefined)).toEqual({ usage: undefined, counted: undefined, problems: [] });
  });
});
