import { connect } from "node:net";
import { eventually } from "@retinue/testkit";
import { expect, it, onTestFinished } from "vitest";
import { post, served } from "./served.ts";
import { rawUpstream, type RawUpstream } from "./upstream.ts";

const path = "/openai/v1/chat/completions";
const call = { model: "gpt-5-mini", messages: [{ role: "user", content: "hello" }], max_tokens: 50 };
const head = (type: string) => `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n\r\n`;
const events = head("text/event-stream");
const usage = 'data: {"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":2}}\n\n';
const routesTo = ({ url }: RawUpstream) => ({ openai: { upstream: url, models: ["gpt-5-mini"] } });

/** Sends a byte now and then, behind what has begun. */
const dripping = (begun: string) =>
  rawUpstream((socket) => {
    socket.write(begun);
    const drip = setInterval(() => socket.write("x"), 20);
    socket.on("close", () => clearInterval(drip));
  });

it.each([
  ["in the head of its answer", false, "HTTP/1.1 200 OK\r\nx-slow: ", 504],
  ["in an answer that is no stream", false, head("application/json"), 502],
  ["in an error", false, "HTTP/1.1 500 X\r\n\r\n", 500],
  ["in an event", true, `${events}data: {"a":1}\n\ndata: `, 200],
])("an upstream that sends a byte now and then %s is given up", async (_, stream, begun, status) => {
  const host = await served({ bounds: { firstByteMs: 400, stallMs: 400 } });
  const socket = await host.open({ run: "a", routes: routesTo(await dripping(begun)) });
  const answer = await post(socket, path, { ...call, stream });
  expect(answer).toMatchObject({ status, whole: status !== 200 });
  const ok = await rawUpstream(`${events.replaceAll("\r", "")}${usage}data: [DONE]\n\n`);
  const other = await host.open({ run: "b", routes: routesTo(ok) });
  expect(await post(other, path, { ...call, stream: true })).toMatchObject({ status: 200, whole: true });
});

it("a client that leaves its answer unread is cut off, and so is its upstream", async () => {
  let closed = false;
  const flood = await rawUpstream((socket) => {
    const event = `data: ${"x".repeat(100_000)}\n\n`;
    const more = () => {
      while (socket.writable && socket.write(event));
    };
    socket.on("drain", more).on("close", () => (closed = true));
    socket.write(events);
    more();
  });
  const host = await served({ bounds: { unreadMs: 300 } });
  const client = connect(await host.open({ run: "a", routes: routesTo(flood) })).on("error", () => {});
  onTestFinished(() => void client.destroy());
  client.pause();
  const body = JSON.stringify({ ...call, stream: true });
  const lines = ["Host: localhost", "Content-Type: application/json", `Content-Length: ${body.length}`];
  client.write(`POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  await eventually("the upstream is let go", () => closed);
  await eventually("the call is counted", async () => (await host.broker.spending("a")).run.requests === 1);
  expect((await host.broker.spending("a")).run).toMatchObject({ output_tokens: 50, estimated: 1 });
});

it("a client that reads slowly gets all of its answer, and leaves nothing behind with each wait", async () => {
  const warnings: string[] = [];
  const warn = ({ message }: Error) => warnings.push(message);
  process.on("warning", warn);
  onTestFinished(() => void process.off("warning", warn));
  const event = `data: ${"x".repeat(99_992)}\n\n`;
  const long = event.repeat(100);
  const upstream = await rawUpstream((socket) => socket.end(`${events}${long}${usage}data: [DONE]\n\n`));
  const host = await served();
  const socket = await host.open({ run: "a", routes: routesTo(upstream) });
  const client = connect(socket);
  const body = JSON.stringify({ ...call, stream: true, stream_options: { include_usage: true } });
  const lines = ["Host: localhost", "Content-Type: application/json", `Content-Length: ${body.length}`];
  client.write(`POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  let length = 0;
  for await (const chunk of client as AsyncIterable<Buffer>) {
    length += chunk.length;
    await new Promise((done) => setImmediate(done));
  }
  expect(length).toBeGreaterThan(long.length);
  expect((await host.broker.spending("a")).run).toMatchObject({ output_tokens: 2, estimated: 0 });
  expect(warnings).toEqual([]);
});
