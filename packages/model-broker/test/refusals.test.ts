import { connect, type Socket } from "node:net";
import { eventually, framedAttacks } from "@retinue/testkit";
import { startVendorApi, type VendorApi } from "@retinue/testkit/vendor-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { post, raw, served, type Served } from "./served.ts";

const body = { model: "gpt-5-mini", messages: [{ role: "user", content: "hello" }] };
const text = JSON.stringify(body);
const path = "/openai/v1/chat/completions";
const head = (lines: readonly string[], first = `POST ${path} HTTP/1.1`) =>
  `${[first, "Host: localhost", "Content-Type: application/json", ...lines].join("\r\n")}\r\n\r\n`;
const length = `Content-Length: ${text.length}`;

let vendor: VendorApi;
beforeAll(async () => {
  vendor = await startVendorApi({ respond: () => ({ text: "heard" }) });
});
afterAll(() => vendor.stop());

async function socketOf(
  options: Parameters<typeof served>[0] = {},
): Promise<{ socket: string; host: Served }> {
  const host = await served(options);
  const route = { upstream: vendor.url, models: ["gpt-5-mini"] };
  return { host, socket: await host.open({ run: "a", routes: { openai: route } }) };
}

/** Nothing reached the vendor, the broker is alive, and another run is unharmed. */
async function unharmed(
  { host, socket }: Awaited<ReturnType<typeof socketOf>>,
  asked: number,
): Promise<void> {
  expect(vendor.requests.length).toBe(asked);
  const route = { upstream: vendor.url, models: ["gpt-5-mini"] };
  const other = await host.open({ run: "b", routes: { openai: route } });
  for (const each of [other, socket]) expect((await post(each, path, body)).status).toBe(200);
}

describe("framing", () => {
  it.each(Object.keys(framedAttacks))("refuses %s", async (name) => {
    const asked = vendor.requests.length;
    const run = await socketOf();
    const [bytes, answer] = framedAttacks[name] ?? ["", /^$/];
    expect(await raw(run.socket, bytes)).toMatch(answer);
    await unharmed(run, asked);
  });

  it("answers one request of a connection, whatever follows it", async () => {
    const asked = vendor.requests.length;
    const run = await socketOf();
    const said = await raw(run.socket, `${head([length])}${text}${head([length])}${text}`);
    expect(said.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(vendor.requests.length).toBeLessThanOrEqual(asked + 1);
    await unharmed(run, vendor.requests.length);
  });
});

const request = (change: object) => ({ ...body, ...change });
const asked: Record<string, readonly [path: string, body: unknown, status: number, code: string]> = {
  "another path": ["/openai/v1/files", body, 404, "path_refused"],
  "another route": ["/claude/v1/messages", body, 404, "path_refused"],
  "..": ["/openai/v1/files/../chat/completions", body, 404, "path_refused"],
  "an encoded slash": ["/openai/v1%2Fchat/completions", body, 404, "path_refused"],
  "an encoded ..": ["/openai/%2e%2e/openai/v1/chat/completions", body, 404, "path_refused"],
  "a doubled slash": ["/openai//v1/chat/completions", body, 404, "path_refused"],
  "a query": [`${path}?api-version=1`, body, 400, "query_refused"],
  "a model in another case": [path, request({ model: "GPT-5-mini" }), 403, "model_refused"],
  "a model with a space": [path, request({ model: "gpt-5-mini " }), 403, "model_refused"],
  "another model": [path, request({ model: "gpt-5-pro" }), 403, "model_refused"],
  "a list of models": [path, request({ model: ["gpt-5-mini"] }), 400, "invalid_request_error"],
  "an unknown field": [path, request({ models: ["gpt-5-pro"] }), 400, "invalid_request_error"],
  "a field of a message": [
    path,
    request({ messages: [{ role: "user", content: "x", fetch: "http://a" }] }),
    400,
    "invalid_request_error",
  ],
  store: [path, request({ store: true }), 400, "not_granted"],
  "a tool of the vendor's": [path, request({ tools: [{ type: "web_search" }] }), 400, "not_granted"],
  "a search of the vendor's": [path, request({ web_search_options: {} }), 400, "not_granted"],
  "a dearer tier": [path, request({ service_tier: "priority" }), 400, "not_granted"],
  "an address": [
    path,
    request({
      messages: [
        { role: "user", content: [{ type: "image_url", image_url: { url: "http://169.254.169.254/" } }] },
      ],
    }),
    400,
    "not_granted",
  ],
  "a file's id": [
    path,
    request({ messages: [{ role: "user", content: [{ type: "file", file: { file_id: "file-1" } }] }] }),
    400,
    "not_granted",
  ],
  background: [
    "/openai/v1/responses",
    { model: "gpt-5-mini", input: "x", background: true },
    400,
    "not_granted",
  ],
  "an earlier answer": [
    "/openai/v1/responses",
    { model: "gpt-5-mini", input: "x", previous_response_id: "r" },
    400,
    "not_granted",
  ],
  "a server of tools": [
    "/openai/v1/responses",
    {
      model: "gpt-5-mini",
      input: "x",
      tools: [{ type: "namespace", tools: [{ type: "mcp", server_url: "http://a" }] }],
    },
    400,
    "not_granted",
  ],
  "no JSON": [path, "{", 400, "invalid_request_error"],
  "a million brackets": [path, "[".repeat(1_000_000), 400, "invalid_request_error"],
  "brackets in a tool": [
    path,
    `{"model":"gpt-5-mini","messages":[{"role":"user","content":"x"}],"tool_choice":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
    400,
    "invalid_request_error",
  ],
};

describe("a request", () => {
  it.each(Object.keys(asked))("is refused for %s", async (name) => {
    const before = vendor.requests.length;
    const run = await socketOf();
    const [target, sent, status, code] = asked[name] ?? ["", "", 0, ""];
    const answer = await post(run.socket, target, sent);
    expect(answer).toMatchObject({ status, headers: { "x-should-retry": "false" } });
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code, message: expect.any(String) } });
    await unharmed(run, before);
  });

  it.each(["GET", "PUT", "DELETE", "HEAD", "OPTIONS"])("is refused for its method %s", async (method) => {
    const before = vendor.requests.length;
    const run = await socketOf();
    expect((await post(run.socket, path, body, { method })).status).toBe(405);
    await unharmed(run, before);
  });

  it.each([{ "content-type": "text/plain" }, { "content-encoding": "gzip" }])(
    "is refused for %j",
    async (headers) => {
      const before = vendor.requests.length;
      const run = await socketOf();
      expect((await post(run.socket, path, body, { headers })).status).toBe(415);
      await unharmed(run, before);
    },
  );

  it("is refused for its size, told or not", async () => {
    const before = vendor.requests.length;
    const run = await socketOf({ bounds: { bodyBytes: 1000 } });
    const large = "x".repeat(2000);
    expect((await post(run.socket, path, large)).status).toBe(413);
    const chunked = `${head(["Transfer-Encoding: chunked"])}7d0\r\n${large}\r\n0\r\n\r\n`;
    expect(await raw(run.socket, chunked)).toMatch(/^HTTP\/1.1 413 /);
    await unharmed(run, before);
  });
});

describe("a client that is slow", () => {
  it("is cut off in the head and in the body", async () => {
    const before = vendor.requests.length;
    const run = await socketOf({ bounds: { headMs: 200, bodyStallMs: 200 } });
    expect(await raw(run.socket, `POST ${path} HT`)).toMatch(/^HTTP\/1.1 408 .*head_too_slow/s);
    expect(await raw(run.socket, head([length]) + text.slice(0, 9))).toMatch(
      /^HTTP\/1.1 408 .*body_too_slow/s,
    );
    await unharmed(run, before);
  });

  it("is cut off though it sends a byte now and then", async () => {
    const run = await socketOf({ bounds: { headMs: 60_000, bodyStallMs: 60_000, bodyMs: 400 } });
    const socket = connect(run.socket);
    socket.write(head([length]));
    let sent = 0;
    // Never the last one, with which it would be a request.
    const drip = setInterval(() => {
      if (sent < text.length - 1) socket.write(text[sent++] ?? "");
    }, 50);
    let said = "";
    socket.on("data", (chunk: Buffer) => (said += chunk.toString()));
    // A byte that comes as the connection goes resets it, and may take the answer with it.
    socket.on("error", () => {});
    await new Promise((done) => socket.once("close", done));
    clearInterval(drip);
    expect(said).toMatch(/^(HTTP\/1.1 408 |$)/);
  });

  it("gets no more connections than a run has, is told so, and takes none from other runs", async () => {
    const before = vendor.requests.length;
    const run = await socketOf({ bounds: { connections: 20 } });
    const count = process.env["RETINUE_LONG"] === undefined ? 1000 : 10_000;
    const said: string[] = [];
    const sockets: Socket[] = [];
    while (sockets.length < count) {
      // No more than wait before a busy listener.
      for (let more = 250; more > 0; more--) sockets.push(connect(run.socket));
      for (const socket of sockets.slice(-250))
        socket.on("error", () => {}).on("data", (chunk: Buffer) => said.push(chunk.toString()));
      await eventually("the others are closed", () => sockets.filter(({ closed }) => !closed).length === 20);
    }
    expect(said).toHaveLength(count - 20);
    for (const each of said) expect(each).toMatch(/^HTTP\/1.1 503 .*too_many_connections/s);
    const route = { upstream: vendor.url, models: ["gpt-5-mini"] };
    const other = await run.host.open({ run: "c", routes: { openai: route } });
    expect((await post(other, path, body)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await eventually("they are gone", () => sockets.every(({ closed }) => closed));
    await unharmed(run, before + 1);
  });
});
