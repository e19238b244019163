import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { serverParameters } from "../programs/server-program.ts";

async function connect(workspace: string, mode: "auto" | "legacy"): Promise<Client> {
  const client = new Client({ name: "v2", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport(serverParameters(workspace)));
  onTestFinished(() => client.close());
  return client;
}

test.each([
  ["auto", "modern"],
  ["legacy", "legacy"],
] as const)(
  "a client that negotiates %s speaks the %s era, lists the tools and runs a blocking spawn",
  async (mode, era) => {
    const client = await connect(parentWorkspace({ seconds: 1 }), mode);
    expect(client.getProtocolEra()).toBe(era);
    expect((await client.listTools()).tools).toHaveLength(11);
    const messages: (string | undefined)[] = [];
    const reply = await client.callTool(
      {
        name: "spawn_subagents",
        arguments: {
          tasks: [
            { task: "first", subagent_id: "a" },
            { task: "second", subagent_id: "b" },
          ],
        },
      },
      { onprogress: ({ message }) => void messages.push(message) },
    );
    expect(reply).toMatchObject({
      isError: false,
      structuredContent: {
        success: true,
        results: [
          { subagent_id: "a", status: "completed" },
          { subagent_id: "b", status: "completed" },
        ],
        summary: { total: 2, completed: 2, recovered: 0, failed: 0, timeout: 0 },
      },
    });
    expect(reply.content).toEqual([{ type: "text", text: JSON.stringify(reply.structuredContent) }]);
    expect(messages[0]).toBe("a: pending; b: pending");
    expect(messages.join("\n")).toMatch(/a: (initial_answer|enforcement|presentation) \d+%/);
  },
);

test("a subagent that ended is continued in the same workspace", async () => {
  const client = await connect(parentWorkspace(), "auto");
  const first = await client.callTool({
    name: "spawn_subagents",
    arguments: { tasks: [{ task: "t", subagent_id: "a" }] },
  });
  const second = await client.callTool({
    name: "continue_subagent",
    arguments: { subagent_id: "a", message: "more" },
  });
  const { results } = first.structuredContent as { results: { workspace: string }[] };
  expect(second.structuredContent).toMatchObject({
    success: true,
    operation: "continue_subagent",
    mode: "blocking",
    subagent_id: "a",
    status: "completed",
    workspace: results[0]?.workspace,
  });
});
