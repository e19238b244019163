import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { connectedClient } from "../scripted/connected-client.ts";
import { eventuallyHolds } from "../scripted/eventually-holds.ts";

interface List {
  readonly subagents: readonly { readonly subagent_id: string }[];
  readonly count: number;
  readonly next?: string;
}

const answer = "the whole truth\n".repeat(2500);

async function ended(count: number) {
  const connected = await connectedClient();
  const tasks = Array.from({ length: count }, (_, n) => ({ task: "t", subagent_id: `s${n}` }));
  await connected.call("spawn_subagents", { tasks, background: true });
  for (const { subagent_id } of tasks)
    connected.manager.finish(subagent_id, {
      answer,
      token_usage: { input_tokens: 20, output_tokens: 3, estimated_cost: 0.123456 },
    });
  return connected;
}

test(`a list has a line for each, newest first, in pages, and no answers ${verifies("SURFACE-LIST")}`, async () => {
  const { call, manager } = await ended(120);
  await manager.acknowledge(await manager.unacknowledged());
  const seen: string[] = [];
  let args: Record<string, unknown> | undefined = {};
  while (args !== undefined) {
    const list = (await call("list_subagents", args)) as unknown as List;
    expect(JSON.stringify(list).length).toBeLessThan(20_000);
    expect(list).toMatchObject({ count: 120, statuses: { completed: 120 } });
    seen.push(...list.subagents.map(({ subagent_id }) => subagent_id));
    const [, next] = /^list_subagents (\{.*\})$/.exec(list.next ?? "") ?? [];
    args = next === undefined ? undefined : (JSON.parse(next) as Record<string, unknown>);
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `s${119 - n}`));
  const one = await call("list_subagents", { ids: ["s7", "nobody"] });
  expect(one).toMatchObject({ count: 1, unknown: ["nobody"] });
  expect(one["subagents"]).toEqual([
    {
      subagent_id: "s7",
      status: "completed",
      task: "a task",
      age_seconds: expect.any(Number),
      tokens: 23,
      cost_usd: 0.1235,
      workspace: "/w/subagents/s7/workspace",
    },
  ]);
});

test("a list can be of some: by status, and since a time", async () => {
  const { call } = await connectedClient();
  await call("spawn_subagents", {
    tasks: [
      { task: "t", subagent_id: "a" },
      { task: "t", subagent_id: "b" },
    ],
    background: true,
  });
  const ids = async (args: object) =>
    ((await call("list_subagents", { ...args })) as unknown as List).subagents.map(
      ({ subagent_id }) => subagent_id,
    );
  expect(await ids({ status: ["running"] })).toEqual(["b", "a"]);
  expect(await ids({ status: ["error", "timeout"] })).toEqual([]);
  // What runs counts, whenever it was begun.
  expect(await ids({ since: "2030-01-01T00:00:00Z" })).toEqual(["b", "a"]);
  expect(await call("list_subagents", { since: "yesterday" })).toMatchObject({
    isError: true,
    error: { message: expect.stringContaining("2026-11-24T17:00:00Z") },
  });
});

test("twelve results of 40 KB reach the model whole, in parts, and no reply is longer than its budget", async () => {
  const { call, manager } = await ended(12);
  const whole = manager.finish("s0", { answer }).answer;
  const came: { subagent_id: string; answer: string }[] = [];
  const bounded = async (name: string, args: Record<string, unknown>, most: number) => {
    const reply = await call(name, args);
    expect(JSON.stringify(reply).length - ',"isError":false'.length).toBeLessThanOrEqual(most);
    came.push(...((reply["finished_since_last_call"] ?? []) as typeof came));
    return reply;
  };
  const texts = new Map<string, string>();
  while (texts.size < 12) {
    await bounded("list_subagents", {}, 20_000);
    for (let next = came.shift(); next !== undefined; next = came.shift()) {
      expect(texts.has(next.subagent_id)).toBe(false);
      texts.set(next.subagent_id, await wholeAnswer(next.answer, bounded));
    }
  }
  expect(new Set(texts.values())).toEqual(new Set([whole]));
  await eventuallyHolds(() => expect(manager.acknowledged.length).toBeGreaterThanOrEqual(12));
  expect(await bounded("list_subagents", {}, 20_000)).not.toHaveProperty("finished_since_last_call");
});

const cutNote =
  /\n\n\[cut here: .*; the next part: get_background_tool_result (\{.*\}); the whole .* \/w\/.*\]$/;

/** What a model does with an answer that was cut. */
async function wholeAnswer(
  shown: string,
  ask: (name: string, args: Record<string, unknown>, most: number) => Promise<Record<string, unknown>>,
): Promise<string> {
  const [note = "", call = ""] = cutNote.exec(shown) ?? [];
  let text = shown.slice(0, shown.length - note.length);
  for (let next: string | undefined = call; next !== undefined;) {
    const reply = await ask(
      "get_background_tool_result",
      JSON.parse(next) as Record<string, unknown>,
      40_000,
    );
    expect(reply["offset"]).toBe(text.length);
    text += reply["answer"] as string;
    next = (reply["next"] as string | undefined)?.slice("get_background_tool_result ".length);
  }
  return text;
}
