import { startVendorApi } from "@retinue/testkit/vendor-api";
import { expect, it, onTestFinished } from "vitest";
import { post, served } from "./served.ts";

const key = "sk-canary-123";
const messages = [{ role: "user", content: "hello" }];

/** A request of each API, as its clients make it. */
const calls = [
  {
    name: "chat",
    route: "openai",
    path: "/openai/v1/chat/completions",
    model: "gpt-5-mini",
    body: { messages },
  },
  {
    name: "responses",
    route: "openai",
    path: "/openai/v1/responses",
    model: "gpt-5-mini",
    body: { input: "hello" },
  },
  {
    name: "anthropic",
    route: "claude",
    path: "/claude/v1/messages?beta=true",
    model: "claude-sonnet-4-5",
    body: { messages, max_tokens: 100 },
  },
  {
    name: "gemini",
    route: "gemini",
    path: "/gemini/v1beta/models/gemini-2.5-pro:generateContent?key=of-the-child",
    model: "gemini-2.5-pro",
    body: { contents: [{ role: "user", parts: [{ text: "hello" }] }] },
  },
] as const;

it.each(calls.flatMap((call) => [true, false].map((stream) => ({ ...call, stream }))))(
  "asks a model by $name, stream: $stream",
  async ({ name, route, path, model, body, stream }) => {
    const vendor = await startVendorApi({
      steps: [{ reply: { text: "Well met, friend.", usage: { inputTokens: 1000, outputTokens: 200 } } }],
    });
    onTestFinished(() => vendor.stop());
    const { open, broker } = await served();
    const routes = { [route]: { upstream: vendor.url, key_env: "KEY", models: [model] } };
    const socket = await open({ run: "a", routes, keys: { [route]: key }, limits: { cost: 1 } });
    const gemini = name === "gemini";
    const target =
      gemini && stream ? path.replace(":generateContent?", ":streamGenerateContent?alt=sse&") : path;
    const sent = gemini ? body : { ...body, model, ...(stream && { stream }) };
    const theirs = { authorization: "Bearer theirs", "x-api-key": "theirs", "x-goog-api-key": "theirs" };
    const answer = await post(socket, target, sent, { headers: { ...theirs, cookie: "a=b" } });

    expect(answer).toMatchObject({ status: 200, whole: true });
    expect(answer.headers["content-type"]).toBe(stream ? "text/event-stream" : "application/json");
    expect(answer.text.replaceAll(/[^a-z]/gi, "")).toContain(stream ? "Well" : "Wellmetfriend");
    expect(answer.text).not.toContain(key);
    const [request] = vendor.requests;
    expect(request?.last).toBe("hello");
    const header = { anthropic: "x-api-key", gemini: "x-goog-api-key" }[String(name)] ?? "authorization";
    expect(request?.headers[header]).toBe(header === "authorization" ? `Bearer ${key}` : key);
    expect(JSON.stringify(request?.headers)).not.toMatch(/theirs|cookie/);
    const { run, parent } = await broker.spending("a");
    expect(run).toMatchObject({
      requests: 1,
      input_tokens: 1000,
      output_tokens: 200,
      estimated: 0,
      unpriced: 0,
    });
    expect(run.cost).toBeGreaterThan(0);
    expect(parent).toEqual(run);
    // Nobody asked for the count of a stream's tokens.
    expect(answer.text.includes('"usage"')).toBe(!(name === "gemini" || (name === "chat" && stream)));
  },
);
