import { describe, expect, it } from "vitest";
import { requestRate } from "../../src/kubernetes/request-rate.ts";

const perSecond = 50;
const calls = 120;

describe("the rate of calls to an API server", () => {
  it("lets no more begin than a second's worth after a rest, and then its rate", async () => {
    const turn = requestRate(perSecond);
    const { signal } = new AbortController();
    const began = performance.now();
    const at: number[] = [];
    await Promise.all(
      Array.from({ length: calls }, async () => {
        await turn(signal);
        at.push((performance.now() - began) / 1000);
      }),
    );
    expect(at).toHaveLength(calls);
    // One more at once, and one that a timer lets go a moment early.
    for (const [before, when] of at.entries()) {
      expect(before).toBeLessThanOrEqual(perSecond + 2 + when * perSecond);
    }
  });
});
