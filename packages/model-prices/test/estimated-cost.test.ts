import { describe, expect, it } from "vitest";
import { estimatedCost } from "../src/estimated-cost.ts";
import { modelPrices } from "../src/model-prices.ts";

describe("estimatedCost", () => {
  it("counts what came from the cache and what went into it by their own prices", () => {
    const tokens = { input: 1_000_000, output: 100_000, cacheRead: 600_000, cacheWrite: 100_000 };
    // 300,000 at 3, 600,000 at 0.3, 100,000 at 3.75 and 100,000 at 15 dollars a million.
    expect(estimatedCost("claude-sonnet-4-5", tokens)).toBeCloseTo(0.9 + 0.18 + 0.375 + 1.5);
  });

  it("knows a model by an edition of it as well", () => {
    const tokens = { input: 1_000_000, output: 0 };
    expect(estimatedCost("gpt-5-mini-2025-08-07", tokens)).toBe(estimatedCost("gpt-5-mini", tokens));
  });

  it("takes the higher price for a request that is larger than the limit", () => {
    const small = estimatedCost("gemini-2.5-pro", { input: 200_000, output: 0 });
    expect(small).toBeCloseTo(0.25);
    expect(estimatedCost("gemini-2.5-pro", { input: 200_001, output: 0 })).toBeCloseTo(0.5);
  });

  it.each(["smollm2", "gpt-5-unheard-of", "constructor", ""])("knows no price of %j", (model) => {
    expect(estimatedCost(model, { input: 1, output: 1 })).toBeUndefined();
  });

  it("has prices that can be meant", () => {
    for (const { input, output, cacheRead = 0, above } of Object.values(modelPrices)) {
      expect(Math.min(input, output)).toBeGreaterThan(0);
      expect(output).toBeGreaterThanOrEqual(input);
      expect(cacheRead).toBeLessThanOrEqual(input);
      expect(above?.input ?? input).toBeGreaterThanOrEqual(input);
    }
  });
});
