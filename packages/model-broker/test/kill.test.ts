import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { expect, it, onTestFinished } from "vitest";
import { connectBroker, type BrokerClient } from "../src/index.ts";
import { post } from "./served.ts";
import { rawUpstream } from "./upstream.ts";

const path = "/openai/v1/chat/completions";
const body = {
  model: "gpt-5-mini",
  messages: [{ role: "user", content: "hello" }],
  stream: true,
  max_tokens: 50,
};
const stream = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
const usage = 'data: {"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":2}}\n\n';

async function start(directory: string): Promise<{ broker: BrokerClient; kill: () => Promise<void> }> {
  const program = join(import.meta.dirname, "programs/broker.ts");
  const child = spawn(process.execPath, [program, directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return { broker: connectBroker(said.toString().trim()), kill };
}

it("a broker that is killed in the middle of a stream has on disk what it may have cost, and asked once", async () => {
  const directory = join(temporaryDirectory("b-"), "broker");
  let ends = false;
  const upstream = await rawUpstream((socket) => {
    socket.write(`${stream}data: {"a":1}\n\n`);
    if (ends) socket.end(`${usage}data: [DONE]\n\n`);
  });
  const run = {
    run: "a",
    routes: { openai: { upstream: upstream.url, models: ["gpt-5-mini"] } },
    limits: { requests: 3 },
  };
  const first = await start(directory);
  const sockets = await first.broker.open(run);
  ends = true;
  expect(await post(join(sockets, "model.sock"), path, body)).toMatchObject({ status: 200, whole: true });
  ends = false;
  const cut = post(join(sockets, "model.sock"), path, body);
  await eventually("the second call is made", () => upstream.asked.length === 2);
  await first.kill();
  expect(await cut.catch(() => ({ whole: false }))).toMatchObject({ whole: false });

  const second = await start(directory);
  // The directory that a container sees stays the same.
  expect(await second.broker.open(run)).toBe(sockets);
  const { run: spent } = await second.broker.spending("a");
  expect(spent).toMatchObject({ requests: 2, output_tokens: 52, estimated: 1 });
  ends = true;
  expect(await post(join(sockets, "model.sock"), path, body)).toMatchObject({ status: 200, whole: true });
  expect(await post(join(sockets, "model.sock"), path, body)).toMatchObject({ status: 403 });
  expect(upstream.asked).toHaveLength(3);
});
