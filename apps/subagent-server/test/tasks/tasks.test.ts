import { eventually } from "@retinue/testkit";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { serverParameters } from "../programs/server-program.ts";
import {
  CancelTaskResultV2Schema,
  CreateTaskResultV2Schema,
  GetTaskResultV2Schema,
  resultFromTaskOutcome,
} from "../programs/ext-tasks.mjs";
import { tasksClient, type TasksClient } from "./tasks-client.ts";

const spawn = (...ids: string[]) => ({
  name: "spawn_subagents",
  arguments: { tasks: ids.map((subagent_id) => ({ task: "work", subagent_id })) },
});

async function taskOf(client: TasksClient, call: object): Promise<string> {
  const created = CreateTaskResultV2Schema.parse(await client.request("tools/call", call));
  expect(created).toMatchObject({ status: "working", ttlMs: null });
  return created["taskId"] as string;
}

async function get(client: TasksClient, taskId: string) {
  return GetTaskResultV2Schema.parse(await client.request("tasks/get", { taskId }));
}

function ended(client: TasksClient, taskId: string) {
  return eventually("the end of the task", async () => {
    const task = await get(client, taskId);
    return task["status"] !== "working" && task;
  });
}

/** Without what two runs never agree in; a warning is said whole once for a server. */
function comparable(reply: unknown): unknown {
  const differs =
    /"(execution_time_seconds|log_path|workspace|path|answer_directory|warning)":("[^"]*"|[\d.]+)/g;
  return JSON.parse(
    JSON.stringify(reply)
      .replaceAll(differs, '"$1":0')
      .replaceAll(/\b([ab])2\b/g, "$1"),
  );
}

test.each(["auto", "legacy"] as const)(
  "a client that does not declare Tasks is given none, and has no way to ask for one (%s)",
  async (mode) => {
    const client = new Client({ name: "plain", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport(serverParameters(parentWorkspace())));
    onTestFinished(() => client.close());
    expect(await client.callTool(spawn("a"))).toMatchObject({
      structuredContent: { mode: "blocking", results: [{ subagent_id: "a" }] },
    });
    const request = { method: "tasks/get", params: { taskId: "spawn_subagents:a.1" } };
    await expect(client.request(request, z.looseObject({}))).rejects.toMatchObject({ code: -32021 });
  },
);

describe("a client that declares Tasks", () => {
  test("gets a task, polls it to the end with the extension's own client, and has what a blocking call has", async () => {
    const workspace = parentWorkspace({ seconds: 1 });
    const { session, client } = await tasksClient(workspace);
    const execution = await session.callTool("spawn_subagents", spawn("a").arguments);
    const { outcome } = await execution.settle();
    const blocking = await client.callTool(spawn("a2"));
    const task = resultFromTaskOutcome(outcome);
    expect(task["structuredContent"]).toMatchObject({ results: [{ status: "completed" }] });
    const [taken, whole] = [task, blocking].map((reply) => comparable(reply["structuredContent"]));
    expect(taken).toEqual(whole);
    expect(task["content"]).toEqual([{ type: "text", text: JSON.stringify(task["structuredContent"]) }]);
  });

  test("SIGKILL of the server in the middle: a new one answers for the task, and no call offers it again", async () => {
    const workspace = parentWorkspace({ seconds: 3 });
    const first = await tasksClient(workspace);
    const taskId = await taskOf(first, spawn("a", "b"));
    expect(await get(first, taskId)).toMatchObject({ status: "working", taskId });
    await eventually("the run", () => existsSync(join(workspace, "subagents/a/workspace/.massgen")));
    process.kill(first.pid, "SIGKILL");

    const second = await tasksClient(workspace);
    expect(await get(second, taskId)).toMatchObject({ status: "working", statusMessage: /a: / });
    const task = await ended(second, taskId);
    expect(task).toMatchObject({
      status: "completed",
      result: {
        isError: false,
        structuredContent: { success: true, summary: { total: 2, completed: 2 } },
      },
    });
    expect(await get(second, taskId)).toEqual(task);
    // Runs of their own beside it: the same team, the same task.
    const blocking = await second.client.callTool(spawn("a2", "b2"));
    const { structuredContent: taken } = task["result"] as typeof blocking;
    expect(comparable(taken)).toEqual(comparable(blocking.structuredContent));
    const { structuredContent } = await second.client.callTool({ name: "list_subagents", arguments: {} });
    expect(structuredContent).not.toHaveProperty("finished_since_last_call");
  });

  test("cancels it: the task is cancelled, and the next call has what was recovered", async () => {
    const workspace = parentWorkspace({ seconds: 60 });
    const client = await tasksClient(workspace);
    const taskId = await taskOf(client, spawn("a"));
    await eventually("the run", () => existsSync(join(workspace, "subagents/a/workspace/.massgen")));
    CancelTaskResultV2Schema.parse(await client.request("tasks/cancel", { taskId }));
    expect(await ended(client, taskId)).toMatchObject({ status: "cancelled" });
    CancelTaskResultV2Schema.parse(await client.request("tasks/cancel", { taskId }));
    const next = await client.client.callTool({
      name: "continue_subagent",
      arguments: { subagent_id: "nobody", message: "m" },
    });
    expect(next.structuredContent).toMatchObject({ finished_since_last_call: [{ subagent_id: "a" }] });
  });

  test("a continuation is a task; a call that is refused, one in the background and a list are none", async () => {
    const client = await tasksClient(parentWorkspace());
    await ended(client, await taskOf(client, spawn("a")));
    const again = { name: "continue_subagent", arguments: { subagent_id: "a", message: "more" } };
    const taskId = await taskOf(client, again);
    expect(await ended(client, taskId)).toMatchObject({
      status: "completed",
      result: { structuredContent: { operation: "continue_subagent", subagent_id: "a", success: true } },
    });
    const background = { ...spawn("b").arguments, background: true };
    for (const call of [
      { name: "spawn_subagents", arguments: background },
      { name: "spawn_subagents", arguments: { tasks: [] } },
      { name: "list_subagents", arguments: {} },
    ]) {
      expect(await client.request("tools/call", call)).toMatchObject({ resultType: "complete" });
    }
  });

  test("is told that there are no methods but those of the extension, and that nothing is pushed", async () => {
    const client = await tasksClient(parentWorkspace());
    const taskId = await taskOf(client, spawn("a"));
    for (const method of ["tasks/list", "tasks/result"])
      await expect(client.request(method, { taskId })).rejects.toMatchObject({ code: -32601 });
    const notifications = { taskIds: [taskId], resourceSubscriptions: ["subagent://a/answer"] };
    expect(await client.acknowledged({ notifications })).toEqual({
      resourceSubscriptions: ["subagent://a/answer"],
    });
    await ended(client, taskId);
  });

  test.each([
    "nothing",
    "spawn_subagents:a.2",
    "spawn_subagents:a.1,../../x.1",
    "list_subagents:a.1",
    "spawn_subagents:a.1,a.0",
  ])("an id that is no task's is refused: %s", async (taskId) => {
    const client = await tasksClient(parentWorkspace());
    if (taskId.includes("a.2")) await client.client.callTool(spawn("a"));
    for (const method of ["tasks/get", "tasks/cancel", "tasks/update"]) {
      await expect(client.request(method, { taskId, inputResponses: {} })).rejects.toMatchObject({
        code: -32602,
      });
    }
  });
});
