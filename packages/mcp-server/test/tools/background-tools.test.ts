import { expect, test } from "vitest";
import { connectedClient } from "../scripted/connected-client.ts";
import { eventuallyHolds } from "../scripted/eventually-holds.ts";

async function jobs(...ids: string[]) {
  const connected = await connectedClient();
  const tasks = ids.map((subagent_id) => ({ task: "t", subagent_id }));
  await connected.call("spawn_subagents", { tasks, background: true });
  return connected;
}

test("a wait for any ends with the first, whose result comes with it and never again", async () => {
  const { call, manager } = await jobs("a", "b");
  const waiting = call("wait_for_background_tool");
  const b = manager.finish("b");
  expect(await waiting).toEqual({
    isError: false,
    success: true,
    operation: "wait_for_background_tool",
    ready: true,
    jobs: expect.arrayContaining([
      { job_id: "a", status: "running" },
      { job_id: "b", status: "completed" },
    ]),
    finished_since_last_call: [b],
  });
  await eventuallyHolds(() => expect(manager.acknowledged).toEqual([b]));
});

test("a wait that timed out says when to ask again: the pause that is left of it", async () => {
  const { call } = await jobs("a");
  for (const [timeout_seconds, poll_after_ms] of [
    [0, 5000],
    [0.1, 4900],
  ]) {
    expect(await call("wait_for_background_tool", { timeout_seconds })).toMatchObject({
      ready: false,
      timed_out: true,
      poll_after_ms,
      jobs: [{ job_id: "a", status: "running" }],
    });
  }
});

test.each([true, false])(
  "what a spawn in the background says to do next is there: %s",
  async (backgroundTools) => {
    const { call, client } = await connectedClient({ backgroundTools });
    const { note } = await call("spawn_subagents", { tasks: [{ task: "t" }], background: true });
    const named = (note as string).match(/\b\w+_tool\b/g) ?? [];
    expect(named).toEqual(backgroundTools ? ["wait_for_background_tool"] : []);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(named));
  },
);

test("a wait for all takes what ended meanwhile along; nothing that runs is nothing to wait for", async () => {
  const { call, manager } = await jobs("a", "b");
  const a = manager.finish("a");
  const waiting = call("wait_for_background_tool", { job_ids: ["a", "b"], until: "all" });
  const b = manager.finish("b");
  const ended = await waiting;
  expect(ended).toMatchObject({ ready: true, finished_since_last_call: [a, b] });
  expect(ended).not.toHaveProperty("note");
  expect(await call("wait_for_background_tool")).toMatchObject({
    ready: true,
    jobs: [],
    note: expect.stringContaining("get_background_tool_result reads one again"),
  });
  expect(await call("wait_for_background_tool", { job_ids: ["b"] })).toMatchObject({
    ready: true,
    jobs: [{ job_id: "b", status: "completed" }],
    note: expect.stringContaining("no result of it is new"),
  });
  expect(await call("wait_for_background_tool", { job_ids: ["nobody"] })).toMatchObject({
    isError: true,
    error: { code: "UNKNOWN_SUBAGENT" },
  });
});

test("a wait that is given up ends alone: the job goes on, and its result comes with the next call", async () => {
  const { client, call, manager } = await jobs("a");
  const abort = new AbortController();
  const waiting = client.callTool({ name: "wait_for_background_tool" }, { signal: abort.signal });
  abort.abort("enough");
  await expect(waiting).rejects.toThrow(/enough/);
  expect(manager.running()).toEqual(["a"]);
  const a = manager.finish("a");
  expect(await call("list_background_tools")).toMatchObject({ count: 0, finished_since_last_call: [a] });
});

test("a result that was asked for comes by no other call, and again when it is asked for again", async () => {
  const { call, manager } = await jobs("a");
  expect(await call("get_background_tool_result", { job_id: "a" })).toMatchObject({
    ready: false,
    status: "running",
    poll_after_ms: 5000,
  });
  const a = manager.finish("a");
  for (let time = 0; time < 2; time += 1) {
    expect(await call("get_background_tool_result", { job_id: "a" })).toEqual({
      isError: false,
      success: true,
      operation: "get_background_tool_result",
      job_id: "a",
      ready: true,
      status: "completed",
      result: a,
    });
    await eventuallyHolds(() => expect(manager.acknowledged).toEqual([a]));
  }
});

test("a job is cancelled, and what it had comes with the reply, or with the call that waits for it", async () => {
  const { call, manager } = await jobs("a");
  const cancelled = await call("cancel_background_tool", { job_id: "a" });
  expect(cancelled).toMatchObject({ job_id: "a", status: "cancelled", result: { answer: "answer of a" } });
  expect(cancelled).not.toHaveProperty("finished_since_last_call");
  const waiting = call("spawn_subagents", { tasks: [{ task: "t", subagent_id: "b" }] });
  await eventuallyHolds(() => expect(manager.running()).toEqual(["b"]));
  const other = await call("cancel_subagent", { subagent_id: "b" });
  expect(other).toMatchObject({ success: true, status: "cancelled", note: expect.any(String) });
  expect(other).not.toHaveProperty("result");
  expect(await waiting).toMatchObject({ results: [{ subagent_id: "b", status: "partial" }] });
});

test("a message says whom it reached; to one that does not run it is refused", async () => {
  const { call, manager } = await jobs("a");
  const message = { subagent_id: "a", message: "leave the tests out" };
  expect(await call("send_message_to_subagent", { ...message, target_agents: ["left"] })).toEqual({
    isError: false,
    success: true,
    operation: "send_message_to_subagent",
    subagent_id: "a",
    message_id: "msg_1_0",
    state: "delivered",
    delivered: [{ agent_id: "left", at: "2026-01-01T00:00:00Z" }],
    unsupported: [],
  });
  expect(manager.messages).toEqual(["leave the tests out"]);
  expect(await call("send_message_to_subagent", { subagent_id: "nobody", message: "m" })).toMatchObject({
    isError: true,
    error: { code: "UNKNOWN_SUBAGENT" },
  });
});

test("a call that is cancelled takes its runs along where it was told to", async () => {
  const { client, call, manager } = await connectedClient();
  const abort = new AbortController();
  const spawn = { tasks: [{ task: "t", subagent_id: "a" }], cancel_with_call: true };
  const waiting = client.callTool({ name: "spawn_subagents", arguments: spawn }, { signal: abort.signal });
  await eventuallyHolds(() => expect(manager.running()).toEqual(["a"]));
  abort.abort("enough");
  await expect(waiting).rejects.toThrow(/enough/);
  await eventuallyHolds(() => expect(manager.running()).toEqual([]));
  expect(await call("list_subagents")).toMatchObject({
    finished_since_last_call: [{ subagent_id: "a", status: "partial" }],
  });
});

test("without the five there are the others, and what was cut names its file alone", async () => {
  const { client, call, manager } = await connectedClient({ backgroundTools: false });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    "spawn_subagents",
    "list_subagents",
    "continue_subagent",
    "cancel_subagent",
    "send_message_to_subagent",
  ]);
  const waiting = call("spawn_subagents", { tasks: [{ task: "t", subagent_id: "a" }] });
  await eventuallyHolds(() => expect(manager.running()).toEqual(["a"]));
  manager.finish("a", { answer: "x".repeat(50_000), answer_source: { reason: "output", path: "/w/a.txt" } });
  expect(await waiting).toMatchObject({
    results: [
      {
        answer: expect.stringMatching(
          /\[cut here: \d+ of 50000 characters are shown; the whole answer is in \/w\/a\.txt\]$/,
        ),
      },
    ],
  });
});

test("a long warning is said once, then counted; a parent that is a program gets it each time", async () => {
  const warning = `isolated was asked for, ${"and this cannot be had here, ".repeat(5)}so it is not`;
  const warned = async (options: { listsResults: boolean }) => {
    const { call, manager } = await connectedClient(options);
    const said: unknown[] = [];
    for (const subagent_id of ["a", "b", "c"]) {
      const waiting = call("spawn_subagents", { tasks: [{ task: "t", subagent_id }] });
      await eventuallyHolds(() => expect(manager.running()).toEqual([subagent_id]));
      manager.finish(subagent_id, { warning });
      const { results } = (await waiting) as unknown as { results: { warning: string }[] };
      said.push(results[0]?.warning);
      await eventuallyHolds(() =>
        expect(manager.acknowledged.map((one) => one.subagent_id)).toContain(subagent_id),
      );
    }
    return said;
  };
  const head = warning.slice(0, 60);
  expect(await warned({ listsResults: false })).toEqual([
    warning,
    `${head}… (as before, 2 times by now)`,
    `${head}… (as before, 3 times by now)`,
  ]);
  expect(await warned({ listsResults: true })).toEqual([warning, warning, warning]);
});
