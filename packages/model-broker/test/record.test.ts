import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tryLock } from "@retinue/contained-fs";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { expect, it } from "vitest";
import { post, served, type Served } from "./served.ts";
import { rawUpstream } from "./upstream.ts";

const path = "/openai/v1/chat/completions";
const body = { model: "gpt-5-mini", messages: [{ role: "user", content: "hello" }], stream: true };
const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
const usage = 'data: {"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":2}}\n\n';

/** A run with a record of its owner's, and an upstream that answers at once. */
async function recorded(host: Served) {
  const directory = temporaryDirectory("record-");
  const record = { path: join(directory, "run.json"), run: 2, lock: join(directory, "record.lock") };
  const log = join(directory, "calls.jsonl");
  const owners = { version: 1, x_mine: "stays", runs: [{ number: 1 }, { number: 2, state: "running" }] };
  writeFileSync(record.path, JSON.stringify(owners));
  const { url } = await rawUpstream((socket) => socket.end(`${head}${usage}data: [DONE]\n\n`));
  const routes = { openai: { upstream: url, models: ["gpt-5-mini"] } };
  const socket = await host.open({ run: "a", routes, limits: { concurrency: 8 }, log, record });
  const read = () => JSON.parse(readFileSync(record.path, "utf8")) as unknown;
  return { socket, record, log, owners, read };
}

it("what a run has spent is in its run.json before the last event of an answer is passed on", async () => {
  const { socket, record, log, owners, read } = await recorded(await served());
  // As its owner does while it writes.
  const lock = tryLock(record.lock);
  let isOver = false;
  const answer = post(socket, path, body).finally(() => (isOver = true));
  await eventually("the call is counted", () => existsSync(log));
  expect({ isOver, ...(read() as object) }).toEqual({ isOver: false, ...owners });
  lock?.release();
  expect(await answer).toMatchObject({ status: 200, whole: true });
  const spent = { requests: 1, input_tokens: 10, output_tokens: 2, estimated: 0 };
  expect(read()).toMatchObject({ ...owners, runs: [{ number: 1 }, { state: "running", models: spent }] });
});

it("of calls that end together all are in it", async () => {
  const { socket, read } = await recorded(await served());
  await Promise.all(Array.from({ length: 8 }, () => post(socket, path, body)));
  expect(read()).toMatchObject({ runs: [{}, { models: { requests: 8, output_tokens: 16 } }] });
});

it("an answer ends although its run.json cannot be written, which the broker says", async () => {
  const said: string[] = [];
  const { socket, record } = await recorded(await served({ log: (message) => void said.push(message) }));
  writeFileSync(record.path, '{"version": 2}');
  expect(await post(socket, path, body)).toMatchObject({ status: 200, whole: true });
  expect(said).toEqual([expect.stringContaining(`${record.path} lacks what was spent`)]);
  expect(readFileSync(record.path, "utf8")).toBe('{"version": 2}');
});
