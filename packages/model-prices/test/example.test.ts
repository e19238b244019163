import { expect, test } from "vitest";
import { estimatedCost, withoutPrice } from "../src/index.ts";

// #region example
function bill(model: string, input: number, output: number): string {
  const dollars = estimatedCost(model, { input, output });
  return dollars === undefined ? withoutPrice(model) : `$${dollars.toFixed(2)}`;
}
// #endregion example

test("a request has a cost, or it is said that no price is known", () => {
  expect(bill("claude-sonnet-4-5-20250929", 100_000, 10_000)).toBe("$0.45");
  expect(bill("smollm2", 100_000, 10_000)).toMatch(/^no price of smollm2 is known/);
});
