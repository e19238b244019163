import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createSubagentManager } from "@retinue/runtime";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, test } from "vitest";
import { createSubagentServer } from "../src/index.ts";

const environment = { PATH: "/usr/bin:/bin" };
const agents = [{ id: "solo", backend: { type: "command", command: ["true"] } }];
const engine = { kind: "retinue-child" as const, command: ["retinue-child"] };

test("the example of the README", async () => {
  const workspace = temporaryDirectory();
  const [clientSide, transport] = InMemoryTransport.createLinkedPair();
  // #region example
  const manager = createSubagentManager({ workspace, agents, engine, environment });
  const server = createSubagentServer({ name: "helpers", version: "1.0.0", manager: async () => manager });
  await server.connect(transport);
  // #endregion
  const client = new Client({ name: "somebody", version: "1.0.0" });
  await client.connect(clientSide);
  const reply = await client.callTool({ name: "list_subagents" });
  expect(reply.structuredContent).toEqual({
    success: true,
    operation: "list_subagents",
    subagents: [],
    count: 0,
  });
  await client.close();
  await manager.close();
});
