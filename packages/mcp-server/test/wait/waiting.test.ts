import type { Progress } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { connectedClient, eras } from "../scripted/connected-client.ts";
import { eventuallyHolds } from "../scripted/eventually-holds.ts";

const tasks = [
  { task: "t", subagent_id: "a" },
  { task: "t", subagent_id: "b" },
];

test.each(eras)("progress carries id, phase and percentage, and always rises (%s)", async (era) => {
  const { client, manager } = await connectedClient({ era });
  const seen: Progress[] = [];
  const reply = client.callTool(
    { name: "spawn_subagents", arguments: { tasks } },
    { onprogress: (progress) => void seen.push(progress) },
  );
  await eventuallyHolds(() => expect(seen).toHaveLength(1));
  manager.progress("a", { phase: "initial_answer", completion_percentage: 10 });
  await eventuallyHolds(() => expect(seen).toHaveLength(2));
  manager.progress("b", { phase: "enforcement", completion_percentage: 60 });
  manager.progress("b", { phase: "enforcement", completion_percentage: 60 });
  manager.progress("b", { phase: "enforcement", completion_percentage: 20 });
  manager.finish("b", { status: "completed_but_timeout" });
  await eventuallyHolds(() => expect(seen.at(-1)?.message).toContain("completed_but_timeout"));
  manager.finish("a");
  await reply;
  const messages = seen.map(({ message }) => message);
  expect(messages.slice(0, 5)).toEqual([
    "a: pending; b: pending",
    "a: initial_answer 10%; b: pending",
    "a: initial_answer 10%; b: enforcement 60%",
    "a: initial_answer 10%; b: enforcement 20%",
    "a: initial_answer 10%; b: completed_but_timeout",
  ]);
  const values = seen.map(({ progress }) => progress);
  expect(values).toEqual([...new Set(values)].toSorted((one, other) => one - other));
  expect(values.every((value) => value >= 0 && value < 100)).toBe(true);
});

test("a run without news is heard of all the same", async () => {
  const { client, manager } = await connectedClient({ heartbeatSeconds: 0.02 });
  const seen: number[] = [];
  const reply = client.callTool(
    { name: "spawn_subagents", arguments: { tasks } },
    { onprogress: ({ progress }) => void seen.push(progress) },
  );
  await eventuallyHolds(() => expect(seen.length).toBeGreaterThan(5));
  expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => one - other));
  manager.finish("a");
  manager.finish("b");
  await reply;
});

test("without a token there is no progress", async () => {
  const { client, call, manager } = await connectedClient({ heartbeatSeconds: 0.01 });
  const seen: unknown[] = [];
  client.fallbackNotificationHandler = async (notification) => void seen.push(notification);
  client.setNotificationHandler("notifications/progress", (notification) => void seen.push(notification));
  const reply = call("spawn_subagents", { tasks });
  await eventuallyHolds(() => expect(manager.running()).toEqual(["a", "b"]));
  manager.progress("a", { phase: "enforcement" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  manager.finish("a");
  manager.finish("b");
  await reply;
  expect(seen).toEqual([]);
});

test.each(eras)(
  "a client that gives up ends its wait only: the runs go on, the results come later (%s)",
  async (era) => {
    const { client, call, manager } = await connectedClient({ era });
    const abort = new AbortController();
    const reply = client.callTool(
      { name: "spawn_subagents", arguments: { tasks } },
      { signal: abort.signal },
    );
    await eventuallyHolds(() => expect(manager.running()).toEqual(["a", "b"]));
    const a = manager.finish("a");
    abort.abort("enough");
    await expect(reply).rejects.toThrow(/enough/);
    expect(manager.running()).toEqual(["b"]);
    expect(await call("continue_subagent", { subagent_id: "x", message: "m" })).toMatchObject({
      finished_since_last_call: [a],
    });
    await eventuallyHolds(() => expect(manager.acknowledged).toEqual([a]));
    const b = manager.finish("b");
    expect(await call("continue_subagent", { subagent_id: "x", message: "m" })).toMatchObject({
      finished_since_last_call: [b],
    });
  },
);

test("what one call waits for is not offered by another", async () => {
  const { call, manager } = await connectedClient();
  const reply = call("spawn_subagents", { tasks });
  await eventuallyHolds(() => expect(manager.running()).toEqual(["a", "b"]));
  const a = manager.finish("a");
  const other = await call("continue_subagent", { subagent_id: "x", message: "m" });
  expect(other).not.toHaveProperty("finished_since_last_call");
  const b = manager.finish("b");
  expect(await reply).toMatchObject({ results: [a, b] });
  await eventuallyHolds(() => expect(manager.acknowledged).toEqual([a, b]));
});

test("a client that goes away ends its wait only: the next one is offered the results", async () => {
  const { client, manager } = await connectedClient();
  const reply = client.callTool({ name: "spawn_subagents", arguments: { tasks } });
  await eventuallyHolds(() => expect(manager.running()).toEqual(["a", "b"]));
  const a = manager.finish("a");
  await client.close();
  await expect(reply).rejects.toThrow(/closed/i);
  const b = manager.finish("b");
  expect(manager.acknowledged).toEqual([]);
  const next = await connectedClient({ manager });
  expect(await next.call("continue_subagent", { subagent_id: "x", message: "m" })).toMatchObject({
    finished_since_last_call: [a, b],
  });
});
