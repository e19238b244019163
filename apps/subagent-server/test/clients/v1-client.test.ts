import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { eventually } from "@retinue/testkit";
import { expect, onTestFinished, test } from "vitest";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { serverParameters } from "../programs/server-program.ts";

async function connect(workspace: string): Promise<Client> {
  const client = new Client({ name: "v1", version: "1" });
  await client.connect(new StdioClientTransport(serverParameters(workspace)));
  onTestFinished(() => client.close());
  return client;
}

/** Every reply is held against the output schema by the client, which has listed the tools. */
async function call(client: Client, name: string, args: Record<string, unknown>, timeout?: number) {
  const reply = await client.callTool(
    { name, arguments: args },
    undefined,
    timeout === undefined ? {} : { timeout },
  );
  return reply.structuredContent as Record<string, unknown>;
}

test("the client that most people have lists the tools and runs a blocking spawn", async () => {
  const workspace = parentWorkspace();
  const client = await connect(workspace);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    "spawn_subagents",
    "list_subagents",
    "continue_subagent",
    "cancel_subagent",
    "send_message_to_subagent",
    "apply_subagent_changes",
    "list_background_tools",
    "get_background_tool_status",
    "get_background_tool_result",
    "wait_for_background_tool",
    "cancel_background_tool",
  ]);
  const reply = await call(client, "spawn_subagents", { tasks: [{ task: "work", subagent_id: "one" }] });
  expect(reply).toMatchObject({
    success: true,
    mode: "blocking",
    results: [{ subagent_id: "one", status: "completed", answer: "the work is done", timeout_seconds: 300 }],
    summary: { total: 1, completed: 1 },
  });
  const refused = await call(client, "spawn_subagents", { tasks: "[]" });
  expect(refused).toMatchObject({ success: false, error: { code: "INVALID_ARGUMENTS" } });
});

// The client's own limit is 60 s. RETINUE_LONG=1 runs into that; otherwise the same in small.
const long = process.env["RETINUE_LONG"] === "1";
const seconds = long ? 90 : 5;

test(
  `a client that gives up a run of ${seconds} s gets its result afterwards`,
  { timeout: 240_000 },
  async () => {
    const client = await connect(parentWorkspace({ seconds }));
    await client.listTools();
    const spawn = call(
      client,
      "spawn_subagents",
      { tasks: [{ task: "work", subagent_id: "slow" }] },
      long ? undefined : 2000,
    );
    await expect(spawn).rejects.toThrow(/timed out/i);
    expect(await call(client, "list_subagents", {})).toMatchObject({
      subagents: [{ subagent_id: "slow", status: "running", progress: expect.any(String) }],
    });
    // Any call will do; this one is refused and carries the result all the same.
    const offered = await eventually(
      "the result",
      async () => {
        const reply = await call(client, "continue_subagent", { subagent_id: "nobody", message: "go on" });
        expect(reply).toMatchObject({ success: false, error: { code: "UNKNOWN_SUBAGENT" } });
        return reply["finished_since_last_call"] as unknown[] | undefined;
      },
      long ? 60 : 30,
    );
    expect(offered).toMatchObject([{ subagent_id: "slow", status: "completed", answer: "the work is done" }]);
    const list = await eventually("the acknowledgement", async () => {
      const reply = await call(client, "list_subagents", {});
      return reply["finished_since_last_call"] === undefined && reply;
    });
    expect(list).toMatchObject({ subagents: [{ subagent_id: "slow", status: "completed" }] });
    expect(await call(client, "get_background_tool_result", { job_id: "slow" })).toMatchObject({
      ready: true,
      result: offered[0],
    });
  },
);
