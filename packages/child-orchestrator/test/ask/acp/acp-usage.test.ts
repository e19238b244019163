import { describe, expect, it } from "vitest";
import { AcpUsage, nothing, type AcpUsageOptions } from "../../../src/ask/acp/acp-usage.ts";

const usageOf = (options: Partial<AcpUsageOptions> = {}) =>
  new AcpUsage({ model: "claude-sonnet-4-5", costBefore: 0, told: undefined, onCount: () => {}, ...options });

const reply = (inputTokens: number, totalTokens: number) => ({
  usage: { inputTokens, cachedReadTokens: 20, cachedWriteTokens: 0, outputTokens: 10, totalTokens },
});

describe("what an agent that speaks ACP has cost", () => {
  it.each([
    ["beside its input", reply(80, 110)],
    ["as a part of its input", reply(100, 110)],
  ])("cached tokens count once, where it counts them %s", (_, told) => {
    const usage = usageOf();
    usage.ofReply(told);
    expect(usage.result().usage).toMatchObject({
      input_tokens: 100,
      cached_input_tokens: 20,
      output_tokens: 10,
    });
  });

  it("turns add up; where a reply tells of all of them, it stands for all", () => {
    const turns = usageOf();
    const all = usageOf({ told: nothing() });
    for (const usage of [turns, all])
      [reply(80, 110), reply(180, 210)].forEach((each) => usage.ofReply(each));
    expect(turns.result().usage).toMatchObject({ input_tokens: 300 });
    expect(all.result().usage).toMatchObject({ input_tokens: 200 });
  });

  it("what an earlier round of the session was told of is taken off; a new session begins at nothing", () => {
    const told = { ...nothing(), input: 100, cached: 20, output: 10, isCounted: true };
    const further = usageOf({ told });
    further.ofReply({ usage: { inputTokens: 250, cachedReadTokens: 20, outputTokens: 30 } });
    expect(further.result().usage).toMatchObject({ input_tokens: 150, output_tokens: 20 });
    expect(further.told).toMatchObject({ input: 250, output: 30 });
    const anew = usageOf({ told });
    anew.ofReply({ usage: { inputTokens: 50, outputTokens: 5 } });
    expect(anew.result().usage).toMatchObject({ input_tokens: 50, output_tokens: 5 });
  });

  it("single calls count where the reply tells of nothing, and Gemini CLI's own count where there are none", () => {
    const calls = usageOf();
    const call = {
      inputTokens: 100,
      outputTokens: 10,
      totalTokens: 110,
      cachedReadTokens: 20,
      cachedWriteTokens: 0,
    };
    calls.ofCall(call);
    calls.ofCall(call);
    calls.ofReply({ stopReason: "end_turn" });
    expect(calls.result().usage).toMatchObject({
      input_tokens: 200,
      cached_input_tokens: 40,
      output_tokens: 20,
    });
    const gemini = usageOf({ model: undefined });
    const token_count = { input_tokens: 200, output_tokens: 20 };
    gemini.ofReply({
      _meta: { quota: { token_count, model_usage: [{ model: "gemini-2.5-pro", token_count }] } },
    });
    expect(gemini.result()).toMatchObject({
      usage: { input_tokens: 200, output_tokens: 20, estimated_cost: expect.any(Number) },
      problems: [],
    });
  });

  it("its own cost goes before the list's, in dollars only; that of earlier rounds is taken off", () => {
    const usage = usageOf({ costBefore: 0.25 });
    usage.costOfSession({ amount: 7, currency: "EUR" });
    expect(usage.sessionCost).toBeUndefined();
    usage.begin();
    usage.costOfSession({ amount: 0.75, currency: "USD" });
    usage.ofReply(reply(80, 110));
    expect(usage.result()).toMatchObject({ usage: { estimated_cost: 0.5 }, problems: [] });
  });

  it("what is not told is not guessed", () => {
    expect(usageOf().result()).toEqual({ usage: undefined, problems: ["it tells of no tokens"] });
    const nameless = usageOf({ model: undefined });
    nameless.ofReply(reply(80, 110));
    expect(nameless.result().problems).toEqual([expect.stringMatching(/its model is not known/)]);
    const unknown = usageOf({ model: "devstral" });
    unknown.ofReply(reply(80, 110));
    expect(unknown.result().problems).toEqual([expect.stringMatching(/no price of devstral/)]);
  });
});
