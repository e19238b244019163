import { verifies } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { connectedClient, eras } from "../scripted/connected-client.ts";
import { eventuallyHolds } from "../scripted/eventually-holds.ts";

describe.each(eras)("a client of the era %s", (era) => {
  test(`is told the rules and gets honest tools ${verifies("SURFACE-TOOLS")}`, async () => {
    const { client } = await connectedClient({ era });
    expect(client.getInstructions()).toContain("finished_since_last_call");
    const { tools } = await client.listTools();
    expect(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.openWorldHint]),
    ).toEqual([
      ["spawn_subagents", false, true],
      ["list_subagents", true, false],
      ["continue_subagent", false, true],
      ["cancel_subagent", false, false],
      ["send_message_to_subagent", false, true],
      ["apply_subagent_changes", false, false],
      ["list_background_tools", true, false],
      ["get_background_tool_status", true, false],
      ["get_background_tool_result", true, false],
      ["wait_for_background_tool", true, false],
      ["cancel_background_tool", false, false],
    ]);
    for (const tool of tools) {
      expect(tool).toMatchObject({ inputSchema: { type: "object" }, outputSchema: { type: "object" } });
      expect(tool.inputSchema).not.toHaveProperty("$schema");
      expect(tool.inputSchema.additionalProperties).toBe(false);
      expect(tool.description?.length).toBeGreaterThan(60);
    }
    // Some clients give all of it to their model.
    expect(JSON.stringify(tools).length).toBeLessThan(70_000);
    const [spawn] = tools;
    expect(Object.keys(spawn?.inputSchema.properties ?? {})).toEqual([
      "tasks",
      "background",
      "refine",
      "cancel_with_call",
      "context_paths",
    ]);
    expect(spawn?.inputSchema.required).toEqual(["tasks"]);
  });

  test("spawns, waits and has the results acknowledged", async () => {
    const { call, manager } = await connectedClient({ era });
    const reply = call("spawn_subagents", {
      tasks: [
        { task: "one", subagent_id: "a", context_paths: ["x"] },
        { task: "two", subagent_id: "b" },
      ],
      context_paths: ["x", "y"],
    });
    await eventuallyHolds(() => expect(manager.running()).toEqual(["a", "b"]));
    const b = manager.finish("b", { status: "partial", success: false, answer: "half" });
    const a = manager.finish("a");
    expect(await reply).toEqual({
      isError: false,
      success: false,
      operation: "spawn_subagents",
      mode: "blocking",
      results: [a, b],
      summary: { total: 2, completed: 1, recovered: 1, failed: 0, timeout: 0 },
    });
    expect(manager.tasks.map(({ context_paths }) => context_paths)).toEqual([
      ["x", "y"],
      ["x", "y"],
    ]);
    await eventuallyHolds(() => expect(manager.acknowledged).toEqual([a, b]));
    expect(await call("list_subagents")).not.toHaveProperty("finished_since_last_call");
  });

  test(`a tool that does not exist is a protocol error that names those that do ${verifies("SURFACE-REMOVED")}`, async () => {
    const { client } = await connectedClient({ era });
    for (const name of ["check_subagent_status", "get_subagent_result", "get_subagent_costs"]) {
      await expect(client.callTool({ name })).rejects.toThrow(/not found; there are spawn_subagents/);
    }
  });
});

test("a blocking call stalls no other", async () => {
  const { call, manager } = await connectedClient();
  const waiting = call("spawn_subagents", { tasks: [{ task: "slow", subagent_id: "slow" }] });
  await eventuallyHolds(() => expect(manager.running()).toEqual(["slow"]));
  expect(await call("list_subagents")).toMatchObject({
    count: 1,
    subagents: [{ subagent_id: "slow", status: "running" }],
  });
  manager.finish("slow");
  expect(await waiting).toMatchObject({ success: true });
});
