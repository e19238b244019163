import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { VendorReply } from "@retinue/testkit/vendor-api";
import { describe, expect, it } from "vitest";
import { modelAgent, modelTeam, modelTypes, quick, types, vendorApi } from "./model-team.ts";

const text = { text: "It may well be" };
const other = { id: "other", backend: { type: "command", command: ["sh", "-c", "echo The other: 42."] } };

/** What the server does, and how the agent that met it says so. */
const failures: Record<string, { reply: VendorReply; settings?: Record<string, unknown>; reason: RegExp }> = {
  "429 without end": { reply: { status: 429, retryAfter: 0 }, reason: / answered 429: .*\(asked 6 times\)/ },
  "a wait that nobody has time for": {
    reply: { status: 429, retryAfter: 3600 },
    reason: / answered 429: .*to wait 3600 s for another try is more than there is time for/,
  },
  "500": { reply: { status: 500, retryAfter: 0 }, reason: / answered 500: .*\(asked 6 times\)/ },
  "401": { reply: { status: 401 }, reason: / answered 401: .*: check [A-Z_]+_API_KEY/ },
  "a cut stream": {
    reply: { cut: "mid-stream", ...text },
    settings: { max_retries: 0 },
    reason: /broke off: .*\(asked 1 times\).*it had said, 14 characters, is in \/.*\.drafts\/alpha_0\.md/,
  },
  "a stream cut in a call": {
    reply: { cut: "mid-stream", toolCalls: [{ name: "new_answer", arguments: { content: "forty-two" } }] },
    settings: { max_retries: 0 },
    reason: /broke off: .*\(asked 1 times\)/,
  },
  "a hang": {
    reply: { hang: true },
    settings: { stall_timeout_seconds: 5 },
    reason: / said nothing for 5 s/,
  },
  "a hang in the middle": {
    reply: { hang: true, ...text },
    settings: { stall_timeout_seconds: 5 },
    reason: / said nothing for 5 s; what it had said, 14 characters, is in /,
  },
  "malformed calls": {
    reply: { malformedToolCall: { name: "new_answer", arguments: '{"content": "forty' } },
    reason:
      /3 times in a row its call of (new_answer could not be used: its arguments are no JSON object|a tool was malformed \(MALFORMED_FUNCTION_CALL\))/,
  },
  "calls that are cut at the greatest length": {
    reply: {
      ...text,
      malformedToolCall: { name: "new_answer", arguments: '{"content": "forty' },
      finish: "length",
    },
    reason:
      /3 times in a row its (call of new_answer|reply) was cut at the limit of its length: raise max_tokens /,
  },
  "files that are cut at the greatest length": {
    reply: {
      malformedToolCall: { name: "write_file", arguments: '{"path": "a.txt", "con' },
      finish: "length",
    },
    reason:
      /3 times in a row its (call of write_file|reply) was cut at the limit of its length: raise max_tokens /,
  },
  "thoughts of the greatest length": {
    reply: { finish: "length" },
    reason:
      /(it said nothing, and|3 times in a row its reply) was cut at the limit of its length: raise max_tokens /,
  },
  "calls without what they need": {
    reply: { toolCalls: [{ name: "new_answer", arguments: { answer: 42 } }] },
    reason: /3 times in a row its call of new_answer could not be used: it has no text in "content"/,
  },
};

/** Tokens that each API's stream has named when it breaks off, of 100 and 10: OpenAI's tell them at the end. */
const broken = { openai: [0, 0], chatcompletion: [0, 0], claude: [100, 1], gemini: [100, 10] } as const;

describe.each(modelTypes)("%s", (type) => {
  it("fails with the reason, which ends a run of one agent, and not one of two", async () => {
    await Promise.all(
      Object.entries(failures).map(async ([name, { reply, settings, reason }]) => {
        const api = await vendorApi({ respond: () => reply });
        const agent = modelAgent("alpha", type, api, settings);
        const [alone, pair] = await Promise.all([modelTeam([agent]), modelTeam([agent, other], quick)]);
        const because = expect.stringMatching(reason);
        const { failures: others, ...result } = pair.outcome;
        expect({ name, alone: alone.outcome, result, others }).toMatchObject({
          name,
          alone: { kind: "failed", reason: because },
          result: { kind: "answered", answer: "The other: 42." },
          others: [{ agentId: "alpha", message: because }],
        });
        expect(alone.status.agents.get("alpha")?.error).toMatchObject({ type: "error" });
        expect(alone.text + pair.text).not.toContain("sk-secret");
      }),
    );
  });

  it("takes a reply that is all there, as a text or a call, though its connection stays open", async () => {
    const call = { name: "new_answer", arguments: { content: "Forty-two." } };
    await Promise.all(
      [{ text: "Forty-two." }, { toolCalls: [call] }].map(async (said) => {
        const api = await vendorApi({ steps: [{ reply: { linger: true, ...said } }] });
        const agent = modelAgent("alpha", type, api, { stall_timeout_seconds: 5 });
        const { outcome } = await modelTeam([agent], quick);
        expect(outcome).toMatchObject({ kind: "answered", answer: "Forty-two.", failures: [] });
        api.assertConsumed();
      }),
    );
  });

  it("says which variable is to be set when there is no key, and asks nobody", async () => {
    const api = await vendorApi({ respond: () => undefined });
    const { base_url: _, ...backend } = modelAgent("alpha", type, api).backend;
    const { outcome } = await modelTeam([{ id: "alpha", backend }], quick, { environment: {} });
    expect(outcome).toMatchObject({ reason: expect.stringContaining(`no key: set `) });
    expect(outcome).toMatchObject({ reason: expect.stringContaining(types[type].key) });
    api.assertConsumed();
  });

  it("tries again after a failure that passes, and keeps nothing of the half reply", async () => {
    const api = await vendorApi({
      steps: [
        { reply: { cut: "mid-stream", ...text } },
        { reply: { status: 429, retryAfter: 0 } },
        { reply: { status: 503, retryAfter: 0 } },
        { reply: { text: "Forty-two.", usage: { inputTokens: 7, outputTokens: 3 } } },
      ],
    });
    const { outcome, status, attempt } = await modelTeam([modelAgent("alpha", type, api)], quick);
    expect(outcome).toMatchObject({ kind: "answered", answer: "Forty-two.", failures: [] });
    api.assertConsumed();
    // Of the reply that broke off counts what the server had said of it by then.
    const [input, output] = broken[type];
    expect(status.costs).toEqual({ total_input_tokens: 7 + input, total_output_tokens: 3 + output });
    const [said = ""] = globSync(join(attempt, ".drafts/alpha_0.md"));
    // Where it breaks off, and after each refusal, a line says that it was asked again.
    expect(readFileSync(said, "utf8")).toMatch(
      /^It may well be\n\n(\[[^\n]*: asked again\]\s+)+Forty-two\.$/,
    );
    const events = readFileSync(join(attempt, "events.jsonl"), "utf8");
    expect(events).toMatch(/"event_type":"note".*answered 429: .*asked again/);
  });

  it("gets a second chance for a call that cannot be used", async () => {
    const api = await vendorApi({
      steps: [
        { reply: { malformedToolCall: { name: "new_answer", arguments: '{"content": ' } } },
        { reply: { toolCalls: [{ name: "new_answer", arguments: { content: "Forty-two." } }] } },
      ],
    });
    const { outcome } = await modelTeam([modelAgent("alpha", type, api)], quick);
    expect(outcome).toMatchObject({ kind: "answered", answer: "Forty-two.", failures: [] });
    api.assertConsumed();
  });

  it("keeps nothing of a call that was cut at the greatest length, and names the limit", async () => {
    const api = await vendorApi({
      steps: [
        {
          reply: {
            text: "I write it down.",
            malformedToolCall: { name: "new_answer", arguments: '{"content": "Forty-' },
            finish: "length",
          },
        },
        { when: ({ last }) => /be shorter\.?$/.test(last), reply: {} },
      ],
    });
    const { outcome } = await modelTeam([modelAgent("alpha", type, api)], quick);
    expect(outcome).toMatchObject({ kind: "failed", reason: expect.stringContaining("it said nothing") });
    const shorter = await vendorApi({
      steps: [
        {
          reply: {
            malformedToolCall: { name: "new_answer", arguments: '{"content": "Forty-' },
            finish: "length",
          },
        },
        { reply: { toolCalls: [{ name: "new_answer", arguments: { content: "42" } }] } },
      ],
    });
    const second = await modelTeam([modelAgent("alpha", type, shorter)], quick);
    expect(second.outcome).toMatchObject({ kind: "answered", answer: "42" });
    expect(second.status.other["warnings"]).toContainEqual(
      expect.stringMatching(
        /its (call of new_answer|reply) was cut at .*: raise max_tokens .*; it was asked again/,
      ),
    );
    api.assertConsumed();
    shorter.assertConsumed();
  });
});

it("a server that does not come to an end is left", async () => {
  const api = await vendorApi({ respond: () => ({ text: "x".repeat(17 * 1024 * 1024) }) });
  const { outcome } = await modelTeam([modelAgent("alpha", "chatcompletion", api)], quick);
  expect(outcome).toMatchObject({
    kind: "failed",
    reason: expect.stringContaining("said more than 16777216 characters"),
  });
});
