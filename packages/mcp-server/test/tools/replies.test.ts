import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { connectedClient } from "../scripted/connected-client.ts";
import { eventuallyHolds } from "../scripted/eventually-holds.ts";

test(`background answers at once; the result comes with the next call of any tool, once ${verifies("SURFACE-BACKGROUND", "SURFACE-TIMEOUT")}`, async () => {
  const { call, manager } = await connectedClient();
  const reply = await call("spawn_subagents", {
    tasks: [{ task: "later", subagent_id: "bg", subagent_type: "explorer", timeout_seconds: 90 }],
    background: true,
  });
  expect(reply).toEqual({
    isError: false,
    success: true,
    operation: "spawn_subagents",
    mode: "background",
    subagents: [
      {
        subagent_id: "bg",
        status: "running",
        workspace: "/w/subagents/bg/workspace",
        status_file: "/l/subagents/bg/full_logs/status.json",
        subagent_type: "explorer",
        timeout_seconds: 90,
      },
    ],
    note: expect.stringContaining("finished_since_last_call"),
  });
  const result = manager.finish("bg");
  const next = await call("spawn_subagents", {
    tasks: [{ task: "more", subagent_id: "c" }],
    background: true,
  });
  expect(next.finished_since_last_call).toEqual([result]);
  await eventuallyHolds(() => expect(manager.acknowledged).toEqual([result]));
  expect(
    await call("continue_subagent", { subagent_id: "bg", message: "go on", background: true }),
  ).not.toHaveProperty("finished_since_last_call");
});

test("a refused call carries earlier results all the same", async () => {
  const { call, manager } = await connectedClient();
  await call("spawn_subagents", { tasks: [{ task: "t", subagent_id: "a" }], background: true });
  const result = manager.finish("a");
  const reply = await call("continue_subagent", { subagent_id: "nobody", message: "go on" });
  expect(reply).toEqual({
    isError: true,
    success: false,
    operation: "continue_subagent",
    error: {
      code: "UNKNOWN_SUBAGENT",
      message: 'There is no subagent "nobody"',
      remedy: "See list_subagents.",
      retryable: false,
    },
    finished_since_last_call: [result],
  });
});

test("a parent that reads results from the list is given them there, and they count as delivered", async () => {
  const { call, manager } = await connectedClient({ listsResults: true });
  await call("spawn_subagents", { tasks: [{ task: "t", subagent_id: "a" }], background: true });
  const result = manager.finish("a", { status: "timeout", success: false, answer: null, error: "too slow" });
  const reply = await call("list_subagents");
  expect(reply).toMatchObject({
    success: true,
    operation: "list_subagents",
    count: 1,
    subagents: [{ result }],
  });
  expect(reply).not.toHaveProperty("finished_since_last_call");
  await eventuallyHolds(() => expect(manager.acknowledged).toEqual([result]));
});

test("continue waits and gives the keys of the result; a failed child is no refused call", async () => {
  const { call, manager } = await connectedClient();
  await call("spawn_subagents", { tasks: [{ task: "t", subagent_id: "a" }], background: true });
  manager.finish("a");
  await call("list_subagents");
  const reply = call("continue_subagent", { subagent_id: "a", message: "more", timeout_seconds: 120 });
  await eventuallyHolds(() => expect(manager.messages).toEqual(["more"]));
  const result = manager.finish("a", { status: "error", success: false, answer: null, error: "exit 7" });
  expect(await reply).toEqual({
    isError: false,
    operation: "continue_subagent",
    mode: "blocking",
    ...result,
  });
  expect(result.timeout_seconds).toBe(120);
});

test("a manager that cannot tell what is waiting costs no reply", async () => {
  const { call, manager, faults } = await connectedClient();
  manager.unacknowledged = async () => {
    throw new Error("disk gone");
  };
  const reply = await call("spawn_subagents", { tasks: [{ task: "t" }], background: true });
  expect(reply).toMatchObject({ success: true, isError: false });
  expect(faults).toMatchObject([{ message: "disk gone" }]);
});

test("what was awaited is acknowledged, also where nobody can tell what is waiting", async () => {
  const { call, manager, faults } = await connectedClient();
  manager.unacknowledged = async () => {
    throw new Error("disk gone");
  };
  const asked = call("spawn_subagents", { tasks: [{ task: "t", subagent_id: "a" }] });
  await eventuallyHolds(() => expect(manager.running()).toEqual(["a"]));
  const result = manager.finish("a");
  expect(await asked).toMatchObject({ results: [result] });
  await eventuallyHolds(() => expect(manager.acknowledged).toEqual([result]));
  expect(faults).toMatchObject([{ message: "disk gone" }]);
});
