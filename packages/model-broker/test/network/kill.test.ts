import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { expect, it, onTestFinished } from "vitest";
import { ModelRuns, newToken, sha256Of } from "../../src/index.ts";
import { serveBroker } from "../../src/serve/index.ts";
import { asks, bearing, networked } from "./networked.ts";

const stream = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
const end = 'data: {"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":2}}\n\ndata: [DONE]\n\n';
const streamed = {
  model: "gpt-5-mini",
  messages: [{ role: "user", content: "hello" }],
  stream: true,
  max_tokens: 50,
};

async function begin(directory: string, file: string): Promise<() => Promise<void>> {
  const program = join(import.meta.dirname, "../programs/broker.ts");
  const child = spawn(process.execPath, [program, directory, file], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  await once(child.stdout, "data");
  return kill;
}

it("a broker that is killed in the middle of a stream has counted it; its run goes on at the next one by the same token", async () => {
  let ends = false;
  const host = await networked({}, (socket) => {
    socket.write(`${stream}data: {"a":1}\n\n`);
    if (ends) socket.end(end);
  });
  // Another one has its ports, its certificate and its directory from here on.
  await host.stop();
  const file = join(temporaryDirectory(), "network.json");
  const { port } = host;
  const { controlPort } = host.address;
  writeFileSync(file, JSON.stringify({ ...host.network, port, controlPort }));
  const kill = await begin(host.directory, file);

  const events: string[] = [];
  using runs = new ModelRuns({ address: host.address }, ({ event }) => events.push(event));
  const { token, sha256 } = newToken();
  const { routes } = host;
  await runs.open({ run: "one", routes, token_sha256: sha256, limits: { requests: 3 } });
  ends = true;
  expect(await asks(host, bearing(token), { body: streamed })).toMatchObject({ status: 200 });
  ends = false;
  const cut = asks(host, bearing(token), { body: streamed }).then(
    () => "whole",
    () => "cut",
  );
  await eventually("the second call is made", () => host.asked.length === 2);
  await kill();
  expect(await cut).toBe("cut");

  await begin(host.directory, file);
  // Its owner is told that the broker has gone, and opens the run at the next one.
  await eventually("it is open again", async () => (await host.owner.status()).runs.includes("one"), 20);
  expect(events).toContain("broker_restarted");
  expect((await host.owner.spending("one")).run).toMatchObject({
    requests: 2,
    estimated: 1,
    output_tokens: 52,
  });
  ends = true;
  expect(await asks(host, bearing(token), { body: streamed })).toMatchObject({ status: 200 });
  expect(await asks(host, bearing(token), { body: streamed })).toMatchObject({ status: 403 });
  expect(host.asked).toHaveLength(3);
  expect(await runs.close("one")).toMatchObject({ requests: 3, estimated: 1 });
  expect(await runs.calls("one")).toHaveLength(2);
});

it("a run that comes to the next broker before its owner does is asked to come again, and nobody else is", async () => {
  const host = await networked();
  const token = await host.open("one");
  const over = await host.open("two");
  await host.owner.close("two");
  await host.stop();
  const { directory, routes, owner, port } = host;
  const { controlPort } = host.address;
  const network = { ...host.network, port, controlPort };
  await using next = await serveBroker({ directory, network });
  const forged = newToken().token;
  expect(await asks(host, bearing(token))).toMatchObject({ status: 503, code: "not_open_yet" });
  expect(await asks(host, bearing(over))).toMatchObject({ status: 401, code: "token_refused" });
  expect(await asks(host, bearing(forged))).toMatchObject({ status: 401, code: "token_refused" });
  expect(host.asked).toEqual([]);
  await owner.open({ run: "one", routes, token_sha256: sha256Of(token) });
  expect(await asks(host, bearing(token))).toMatchObject({ status: 200 });
  await owner.close("one");
  expect(await asks(host, bearing(token))).toMatchObject({ status: 401, code: "token_refused" });

  // One whose owner never comes again is forgotten like any other.
  await owner.open({ run: "three", routes, token_sha256: sha256Of(forged) });
  await next.stop();
  await using last = await serveBroker({ directory, network });
  expect(await asks(host, bearing(forged))).toMatchObject({ status: 503 });
  await owner.forget("three");
  expect(await asks(host, bearing(forged))).toMatchObject({ status: 401 });
  await last.stop();
});
