import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { readFileSync } from "node:fs";
import { eventually } from "@retinue/testkit";
import { expect, onTestFinished, test } from "vitest";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { serverParameters } from "../programs/server-program.ts";
import { call, initialize, rawServer, replyOf } from "./raw-server.ts";

const long = "x".repeat(12 * 1024 * 1024);
const spawnLong = { name: "spawn_subagents", arguments: { tasks: [{ task: long }] } };
const list = { name: "list_subagents", arguments: {} };
const nothing = { structuredContent: { success: true, count: 0 } };

test("a client of the first line is refused a message of 12 MiB, and goes on", async () => {
  const client = new ClientV1({ name: "v1", version: "1" });
  await client.connect(new TransportV1(serverParameters(parentWorkspace())));
  onTestFinished(() => client.close());
  await expect(client.callTool(spawnLong)).rejects.toMatchObject({
    code: -32_600,
    message: expect.stringMatching(/The message has 125\d{5} bytes and was not read/) as string,
  });
  expect(await client.callTool(list)).toMatchObject(nothing);
});

test.each(["legacy", "auto"] as const)("so is one of the second line (%s)", async (mode) => {
  const client = new Client({ name: "v2", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport(serverParameters(parentWorkspace())));
  onTestFinished(() => client.close());
  await expect(client.callTool(spawnLong)).rejects.toMatchObject({ code: -32_600 });
  expect(await client.callTool(list)).toMatchObject(nothing);
});

test("a line of 200 MB, one without an id and a first one are left out, without being held", async () => {
  const server = rawServer({ cwd: parentWorkspace() });
  const { pid, stdin } = server.process;
  for (let part = 0; part < 200; part += 1) {
    if (stdin?.write("y".repeat(1_000_000)) === false) await new Promise((go) => stdin.once("drain", go));
  }
  stdin?.write("\n");
  server.send({ jsonrpc: "2.0", id: "first", method: "initialize", params: { long } });
  server.send({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { reason: long, nested: { id: 7 } },
  });
  server.send(initialize);
  server.send(call(2, "list_subagents"));
  expect(await eventually("the list", () => replyOf(server, 2))).toMatchObject(nothing);
  const ids = server
    .stdout()
    .split("\n")
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { id?: unknown }).id);
  expect(ids).toEqual(["first", 1, 2]);
  expect(server.stderr().match(/bytes was not read/g)).toHaveLength(3);
  expect(peakMegabytes(pid as number)).toBeLessThan(300);
});

/** Most memory that a process has had so far. */
function peakMegabytes(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
