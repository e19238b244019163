import { expect, onTestFinished, test } from "vitest";
import { startVendorApi, type VendorProtocol, type VendorScript } from "../../src/vendor-api/index.ts";

const usage = { inputTokens: 30, outputTokens: 7, cachedInputTokens: 20 };
const call = { name: "vote", arguments: { agent_id: "agent1.1" } };

/** A question with one tool on offer, as each API wants it. */
const questions: Record<VendorProtocol, (stream: boolean) => { path: string; body: unknown }> = {
  anthropic: (stream) => ({
    path: "/v1/messages",
    body: {
      model: "m",
      stream,
      system: [{ type: "text", text: "be brief" }],
      messages: [{ role: "user", content: [{ type: "text", text: "why?" }] }],
      tools: [{ name: "vote", input_schema: {} }],
    },
  }),
  responses: (stream) => ({
    path: "/v1/responses",
    body: {
      model: "m",
      stream,
      instructions: "be brief",
      input: [{ role: "user", content: [{ type: "input_text", text: "why?" }] }],
      tools: [{ type: "function", name: "vote", parameters: {} }],
    },
  }),
  chat: (stream) => ({
    path: "/v1/chat/completions",
    body: {
      model: "m",
      stream,
      stream_options: { include_usage: true },
      messages: [
        { role: "system", content: "be brief" },
        { role: "user", content: "why?" },
      ],
      tools: [{ type: "function", function: { name: "vote", parameters: {} } }],
    },
  }),
  gemini: (stream) => ({
    path: `/v1beta/models/m:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    body: {
      systemInstruction: { parts: [{ text: "be brief" }] },
      contents: [{ role: "user", parts: [{ text: "why?" }] }],
      tools: [{ functionDeclarations: [{ name: "vote" }] }],
    },
  }),
};

const protocols = Object.keys(questions) as VendorProtocol[];

test.for(protocols.flatMap((protocol) => [false, true].map((stream) => ({ protocol, stream }))))(
  "$protocol is answered with text, call and usage, streamed: $stream",
  async ({ protocol, stream }) => {
    const api = await started({ steps: [{ reply: { text: "because it is so", toolCalls: [call], usage } }] });
    const { status, body } = await ask(api.url, protocol, stream);
    expect(status).toBe(200);
    // Whole or in pieces: put together again, it is what the step says.
    expect(spoken(body)).toContain("because it is so");
    expect(body.replaceAll(/[^a-z0-9._]/g, "")).toContain("vote");
    expect(body).toMatch(/"(input_tokens|prompt_tokens|promptTokenCount)":(30|10)\b/);
    expect(body).toMatch(/"(cache_read_input_tokens|cached_tokens|cachedContentTokenCount)":20\b/);
    expect(api.requests).toMatchObject([
      {
        protocol,
        model: "m",
        stream,
        text: "be brief\nwhy?",
        last: "why?",
        messages: [
          { role: "system", text: "be brief" },
          { role: "user", text: "why?" },
        ],
        tools: [{ name: "vote" }],
      },
    ]);
    await api.stop();
  },
);

test.for(protocols)("%s can fail, be cut off, hang", async (protocol) => {
  const api = await started({
    steps: [
      { reply: { status: 429, retryAfter: 3 } },
      { reply: { cut: "mid-stream", text: "half a sentence" } },
      { reply: { hang: true, text: "and then" } },
    ],
  });
  const refused = await fetch(...request(api.url, protocol, true));
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3"]);
  await refused.text();
  const cut = await fetch(...request(api.url, protocol, true));
  const read = await partly(cut);
  expect(spoken(read.text)).toContain("half a sentence");
  expect(read.error).toBeInstanceOf(Error);
  const hanging = await fetch(...request(api.url, protocol, true));
  const chunk = await hanging.body?.getReader().read();
  expect(spoken(new TextDecoder().decode(chunk?.value))).toContain("and then");
  await api.stop();
});

test("steps are chosen by what they are for, and one may serve often", async () => {
  const api = await started({
    steps: [
      { when: ({ protocol }) => protocol === "gemini", reply: ({ model }) => ({ text: `I am ${model}` }) },
      { when: ({ protocol }) => protocol === "chat", repeat: true, reply: { text: "again" } },
    ],
  });
  const answers = [
    await ask(api.url, "chat", false),
    await ask(api.url, "gemini", false),
    await ask(api.url, "chat", false),
  ];
  expect(answers.map(({ body }) => /again|I am m/.exec(body)?.[0])).toEqual(["again", "I am m", "again"]);
  await api.stop();
});

test("a step left over and a request too many fail the test", async () => {
  const api = await started({ steps: [{ reply: { text: "once" } }] });
  expect(() => api.assertConsumed()).toThrow('step 0 was not used: {"text":"once"}');
  await ask(api.url, "chat", false);
  expect(() => api.assertConsumed()).not.toThrow();
  expect(await ask(api.url, "chat", false)).toMatchObject({ status: 400 });
  await expect(api.stop()).rejects.toThrow('no step for chat m: "why?"');
});

test("malformed arguments are sent as they are", async () => {
  const malformed = { malformedToolCall: { name: "vote", arguments: '{"agent_id": ' } };
  const api = await started({ respond: () => malformed });
  expect((await ask(api.url, "chat", false)).body).toContain('"arguments":"{\\"agent_id\\": "');
  expect((await ask(api.url, "gemini", true)).body).toContain("MALFORMED_FUNCTION_CALL");
  await api.stop();
});

async function started(script: VendorScript) {
  const api = await startVendorApi(script);
  // A test that fails before its end leaves no server behind; its own failure is the one that counts.
  onTestFinished(() => api.stop().catch(() => undefined));
  return api;
}

function request(url: string, protocol: VendorProtocol, stream: boolean): [string, RequestInit] {
  const { path, body } = questions[protocol](stream);
  return [
    url + path,
    { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } },
  ];
}

async function ask(url: string, protocol: VendorProtocol, stream: boolean) {
  const response = await fetch(...request(url, protocol, stream));
  return { status: response.status, body: await response.text() };
}

async function partly(response: Response): Promise<{ text: string; error: unknown }> {
  let text = "";
  try {
    for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk);
    return { text, error: undefined };
  } catch (error) {
    return { text, error };
  }
}

/** The pieces of text in a body of any of the APIs, put together. */
function spoken(body: string): string {
  return [...body.matchAll(/"(?:text|delta|content)":"([^"]*)"/g)].map(([, piece]) => piece).join("");
}
