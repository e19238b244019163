import { eventually } from "@retinue/testkit";
import { expect, it } from "vitest";
import { post, served, type Answer, type Served } from "./served.ts";
import { rawUpstream, type RawUpstream } from "./upstream.ts";

const key = "sk-canary-123";
const path = "/openai/v1/chat/completions";
const messages = [{ role: "user", content: "hello" }];
const whole = '{"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":2}}';
const stream = "HTTP/1.1 200 OK\ncontent-type: text/event-stream\n";

async function ask(
  upstream: RawUpstream,
  { options = {}, streams = false }: { options?: Parameters<typeof served>[0]; streams?: boolean } = {},
): Promise<{ answer: Answer; host: Served; socket: string; body: object }> {
  const host = await served(options);
  const routes = { openai: { upstream: upstream.url, key_env: "K", models: ["gpt-5-mini"] } };
  const socket = await host.open({ run: "a", routes, keys: { openai: key }, limits: { cost: 100 } });
  const body = { model: "gpt-5-mini", messages, stream: streams, max_tokens: 50 };
  return { answer: await post(socket, path, body), host, socket, body };
}

it("does not follow the upstream elsewhere", async () => {
  const other = await rawUpstream("HTTP/1.1 200 OK\n\n");
  const upstream = await rawUpstream(`HTTP/1.1 307 X\nlocation: ${other.url}/v1\ncontent-length: 0\n\n`);
  const { answer } = await ask(upstream);
  expect(answer.status).toBe(502);
  expect(answer.text).toContain("redirect_refused");
  expect(answer.headers["location"]).toBeUndefined();
  expect(other.asked).toEqual([]);
});

it.each([
  [
    "says more than comes",
    `HTTP/1.1 200 OK\ncontent-type: application/json\ncontent-length: 900\n\n${whole}`,
  ],
  ["says less than comes", `HTTP/1.1 200 OK\ncontent-type: application/json\ncontent-length: 5\n\n${whole}`],
  ["says both", `HTTP/1.1 200 OK\ncontent-length: 5\ntransfer-encoding: chunked\n\n${whole}`],
  ["speaks another protocol", "SSH-2.0-OpenSSH\n"],
  ["ends at once", ""],
])("refuses an upstream that %s, asks once, and counts the most that it can have cost", async (_, bytes) => {
  const upstream = await rawUpstream(bytes);
  const { answer, host } = await ask(upstream);
  expect(answer.status).toBe(502);
  expect(upstream.asked).toHaveLength(1);
  const { run } = await host.broker.spending("a");
  expect(run).toMatchObject({ requests: 1, output_tokens: 50, estimated: 1 });
});

it("passes no header of the upstream on but those that it knows", async () => {
  const headers = "set-cookie: a=b\nx-split: c\ncontent-type: application/json";
  const { answer } = await ask(
    await rawUpstream(`HTTP/1.1 200 OK\n${headers}\ncontent-length: ${whole.length}\n\n${whole}`),
  );
  expect(answer).toMatchObject({ status: 200, text: whole });
  expect(Object.keys(answer.headers).toSorted()).toEqual([
    "connection",
    "content-length",
    "content-type",
    "date",
  ]);
});

it("does not let an error split the answer", async () => {
  const said = JSON.stringify({ error: { message: "a\r\nset-cookie: b", code: "c\r\nx-evil: d" } });
  const evil = "1\tx-evil: e";
  const { answer } = await ask(
    await rawUpstream(`HTTP/1.1 503 X\nretry-after: ${evil}\ncontent-length: ${said.length}\n\n${said}`),
  );
  expect(answer).toMatchObject({ status: 503, whole: true, headers: { "retry-after": "1" } });
  expect(JSON.parse(answer.text)).toMatchObject({ error: { code: "upstream_error" } });
  expect(Object.keys(answer.headers).toSorted()).toEqual([
    "connection",
    "content-length",
    "content-type",
    "date",
    "retry-after",
  ]);
});

it("does not let a stream split the answer", async () => {
  const evil = "data: {}\r\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\nx-evil: a\r\n\r\n";
  const upstream = await rawUpstream((socket) =>
    socket.end(`${stream.replaceAll("\n", "\r\n")}\r\n${evil}data: [DONE]\n\n`),
  );
  const { answer } = await ask(upstream, { streams: true });
  expect(answer).toMatchObject({ status: 200, whole: true, text: `${evil}data: [DONE]\n\n` });
  expect(answer.headers["x-evil"]).toBeUndefined();
});

it.each([
  ["an error", 400, JSON.stringify({ error: { message: `no key ${key}` } })],
  ["a refusal", 401, JSON.stringify({ error: { message: `Incorrect API key: ${key}` } })],
  ["an answer", 200, JSON.stringify({ choices: [key], usage: {} })],
])("passes the key on in no %s", async (_, status, said) => {
  const bytes = `HTTP/1.1 ${status} X\ncontent-type: application/json\ncontent-length: ${said.length}\n\n${said}`;
  const { answer } = await ask(await rawUpstream(bytes));
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(answer)).not.toContain(key);
});

it("passes the key on in no stream, and cuts off what breaks off", async () => {
  const leak = await rawUpstream(`${stream}\ndata: {"a":1}\n\ndata: {"b":"${key}"}\n\ndata: [DONE]\n\n`);
  const { answer, host } = await ask(leak, { streams: true });
  expect(answer).toMatchObject({ status: 200, whole: false });
  expect(answer.text).not.toContain(key);
  expect((await host.broker.spending("a")).run).toMatchObject({ estimated: 1 });
});

it("gives up an upstream that does not answer, or stops in the middle", async () => {
  const options = { bounds: { firstByteMs: 300, stallMs: 300 } };
  const silent = await ask(await rawUpstream(() => {}), { options });
  expect(silent.answer.status).toBe(504);
  const begun = `${stream}\ndata: {"a":1}\n\n`.replaceAll("\n", "\r\n");
  const stalled = await ask(await rawUpstream((socket) => socket.write(begun)), { options, streams: true });
  expect(stalled.answer).toMatchObject({ status: 200, whole: false });
  expect(stalled.answer.text).toContain('data: {"a":1}');
  expect((await stalled.host.broker.spending("a")).run).toMatchObject({ estimated: 1 });
});

it("passes a 429 on with its Retry-After, and lets the siblings of the route wait", async () => {
  let first = true;
  const ok = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${whole.length}\r\n\r\n${whole}`;
  const upstream = await rawUpstream((socket) => {
    socket.end(first ? "HTTP/1.1 429 X\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n" : ok);
    first = false;
  });
  const { answer, host, body } = await ask(upstream);
  expect(answer).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
  expect(upstream.asked).toHaveLength(1);
  const routes = { openai: { upstream: upstream.url, models: ["gpt-5-mini"] } };
  const sibling = await host.open({ run: "b", routes });
  // It is not refused, though the vendor has just refused its sibling.
  expect(await post(sibling, path, body)).toMatchObject({ status: 200 });
  expect(upstream.asked).toHaveLength(2);
});

it("tells of a longer pause instead of waiting", async () => {
  const upstream = await rawUpstream("HTTP/1.1 429 X\nretry-after: 600\ncontent-length: 0\n\n");
  const { socket, body } = await ask(upstream);
  const answer = await post(socket, path, body);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(500);
  expect(upstream.asked).toHaveLength(1);
});

it("costs nothing where nobody was reached", async () => {
  const { answer, host } = await ask({ url: "http://127.0.0.1:1", asked: [] });
  expect(answer.status).toBe(502);
  expect((await host.broker.spending("a")).run).toMatchObject({ requests: 1, input_tokens: 0, cost: 0 });
});

it("counts a call whose client has gone as the most that it can have cost", async () => {
  const begun = `${stream}\ndata: {"a":1}\n\n`.replaceAll("\n", "\r\n");
  const upstream = await rawUpstream((socket) => socket.write(begun));
  const host = await served();
  const routes = { openai: { upstream: upstream.url, models: ["gpt-5-mini"] } };
  const socket = await host.open({ run: "a", routes });
  const gone = post(socket, path, { model: "gpt-5-mini", messages, stream: true, max_tokens: 50 });
  await eventually("the call is made", () => upstream.asked.length === 1);
  expect((await host.broker.close("a")).run).toMatchObject({ requests: 1, output_tokens: 50, estimated: 1 });
  expect(await gone.catch(() => ({ whole: false }))).toMatchObject({ whole: false });
});
