import { InMemoryTransport } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { createSubagentServer } from "../../src/index.ts";
import { scriptedManager } from "../scripted/scripted-manager.ts";
import { eventuallyHolds } from "../scripted/eventually-holds.ts";

test("a reply that could not be sent is not acknowledged; the next that could carries the result", async () => {
  const manager = scriptedManager();
  const [client, transport] = InMemoryTransport.createLinkedPair();
  const received: { id?: number; result?: { structuredContent?: unknown } }[] = [];
  Object.assign(client, { onmessage: (message: never) => void received.push(message) });
  const send = transport.send.bind(transport);
  let broken = true;
  transport.send = async (message, options) => {
    if (broken && "id" in message && message.id === 2) throw new Error("the pipe is full");
    await send(message, options);
  };
  const server = createSubagentServer({ name: "r", version: "1", manager: async () => manager });
  await server.connect(transport);
  await client.start();
  const ask = (id: number, method: string, params: object) =>
    client.send({ jsonrpc: "2.0", id, method, params } as never);
  const spawn = { name: "spawn_subagents", arguments: { tasks: [{ task: "t", subagent_id: "a" }] } };
  await ask(1, "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "c", version: "1" },
  });
  await ask(2, "tools/call", spawn);
  await eventuallyHolds(() => expect(manager.running()).toEqual(["a"]));
  const errors: Error[] = [];
  Object.assign(server, { onerror: (error: Error) => void errors.push(error) });
  const result = manager.finish("a");
  await eventuallyHolds(() => expect(errors.map(String).join()).toContain("the pipe is full"));
  expect(manager.acknowledged).toEqual([]);

  broken = false;
  await ask(3, "tools/call", { name: "continue_subagent", arguments: { subagent_id: "x", message: "m" } });
  await eventuallyHolds(() => expect(received.some(({ id }) => id === 3)).toBe(true));
  expect(received.find(({ id }) => id === 3)?.result?.structuredContent).toMatchObject({
    finished_since_last_call: [result],
  });
  await eventuallyHolds(() => expect(manager.acknowledged).toEqual([result]));
  await server.close();
});
