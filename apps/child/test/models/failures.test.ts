import type { VendorReply } from "@retinue/testkit/vendor-api";
import { expect, test } from "vitest";
import { apis, modelAgent, other, parentOf, vendorApi, type Api } from "./model-parent.ts";

interface Failure {
  readonly api: Api;
  /** Undefined: there is no key, and nobody is asked. */
  readonly reply?: VendorReply;
  readonly settings?: Record<string, unknown>;
  readonly reason: RegExp;
  /** What had come of its replies. */
  readonly said?: RegExp;
}

const half = { text: "Half of an answer" };

const failures: Record<string, Failure> = {
  "429 without end": {
    api: "openai",
    reply: { status: 429, retryAfter: 0 },
    reason: /OpenAI answered 429: .*\(asked 6 times\)/,
  },
  "500": {
    api: "claude",
    reply: { status: 500, retryAfter: 0 },
    reason: /Anthropic answered 500: .*\(asked 6 times\)/,
  },
  "a cut stream": {
    api: "gemini",
    reply: { cut: "mid-stream", ...half },
    settings: { max_retries: 1 },
    reason:
      /the reply of Gemini broke off: .*\(asked 2 times\); what it had said, 34 characters, is in \S+\.md/,
    said: /^Half of an answer\n\n\[the reply of Gemini broke off: .*: asked again\]\n\nHalf of an answer$/,
  },
  "a hang": {
    api: "chatcompletion",
    reply: { hang: true, ...half },
    settings: { stall_timeout_seconds: 5 },
    reason: /said nothing for 5 s; what it had said, 17 characters, is in \S+\.md/,
    said: /^Half of an answer$/,
  },
  "a malformed tool call": {
    api: "claude",
    reply: { malformedToolCall: { name: "new_answer", arguments: '{"content": "x' } },
    reason: /3 times in a row its call of new_answer could not be used/,
    said: /^x(\n\n\[its call of new_answer could not be used: .*: it was asked again\]\n\nx){2}$/,
  },
  "a missing key": { api: "gemini", reason: /Gemini: no key: set GOOGLE_API_KEY or GEMINI_API_KEY/ },
};

test.each(Object.entries(failures))(
  "%s: one of two agents costs a warning, the only one costs the run",
  { timeout: 300_000 },
  async (_, { api: type, reply, settings, reason, said }) => {
    const api = await vendorApi({ respond: () => reply });
    const agent = modelAgent("alpha", type, api, settings);
    const environment = reply === undefined ? {} : undefined;
    const pair = await parentOf([agent, other], environment).spawn({ task: "Answer." });
    const alone = await parentOf([agent], environment).spawn({ task: "Answer." });

    const [withOther, failed] = await Promise.all([pair.result, alone.result]);
    expect(withOther).toMatchObject({
      status: "completed",
      answer: "The answer of the other.",
      warning: expect.stringMatching(new RegExp(`agent alpha failed: .*${reason.source}`)),
    });
    expect(failed).toMatchObject({
      status: "error",
      success: false,
      error: expect.stringMatching(reason),
    });
    // What had come of a reply is no answer, and not lost.
    expect(failed.answer ?? "").toMatch(said ?? /^$/);
    expect(failed.answer_source?.reason).toBe(said && "draft");
    expect(JSON.stringify([withOther, failed])).not.toContain("sk-secret");
  },
);

test("429 that passes costs nothing but time", async () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 100_000, cachedInputTokens: 500_000 };
  const api = await vendorApi({
    steps: [
      { reply: { status: 429, retryAfter: 0 } },
      { reply: { toolCalls: [{ name: "new_answer", arguments: { content: "Forty-two." } }], usage } },
    ],
  });
  const parent = parentOf([modelAgent("alpha", "claude", api)]);
  const { result } = await parent.spawn({ task: "Answer." }, { refine: false });
  expect(await result).toMatchObject({
    status: "completed",
    answer: "Forty-two.",
    // Half of the input at 1 dollar a million, half at 0.1, the output at 5.
    token_usage: { input_tokens: 1_000_000, output_tokens: 100_000, estimated_cost: 0.5 + 0.05 + 0.5 },
  });
  api.assertConsumed();
});

test(
  "what a model had said when the run's time was up is kept, as what it is: in which turn, too",
  { timeout: 240_000 },
  async () => {
    const api = await vendorApi({ respond: () => ({ hang: true, ...half }) });
    const parent = parentOf([modelAgent("alpha", "openai", api)]);
    const { result } = await parent.spawn({ task: "Answer.", timeout_seconds: 15 });
    const ended = await result;
    expect(ended).toMatchObject({
      status: "partial",
      // It was interrupted at the wrap-up, asked once more, and did it again.
      answer: `${half.text}\n\n[its time was up: it was interrupted, and asked for a short answer]\n\n${half.text}`,
      answer_source: { reason: "draft", finished: false },
    });
  },
);

test("a team of all four answers, votes and presents; cost is known by the price list", async () => {
  const types = Object.keys(apis) as Api[];
  const vote = { name: "vote", arguments: { agent_id: "agent2.1", reason: "best" } };
  const api = await vendorApi({
    respond: ({ tools, protocol }) => {
      const names = tools.map(({ name }) => name);
      if (names.includes("vote")) return { toolCalls: [vote] };
      if (names.includes("new_answer")) return { text: `By ${protocol}.` };
      return { text: `Presented by ${protocol}.` };
    },
  });
  const parent = parentOf(types.map((type) => modelAgent(type, type, api)));
  const { result } = await parent.spawn({ task: "Answer." });
  const { answer, status, token_usage, warning } = await result;
  // Labels follow the alphabet: chatcompletion, claude, gemini, openai.
  expect({ answer, status, warning }).toEqual({
    answer: "Presented by anthropic.",
    status: "completed",
    warning: undefined,
  });
  expect(token_usage).toMatchObject({ input_tokens: api.requests.length * 100 });
  expect(token_usage.estimated_cost).toBeGreaterThan(0);
});
