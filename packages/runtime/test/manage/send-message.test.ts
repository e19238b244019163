import { messageIdOf, runtimeMessageSchema } from "@retinue/engine-contract";
import { eventually } from "@retinue/testkit";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { managerOf, script, scriptedOptions } from "./workspace.ts";

const inboxOf = (workspace: string) => join(workspace, ".massgen/runtime_inbox");
const received = (workspace: string) =>
  runtimeMessageSchema.parse(JSON.parse(readFileSync(join(workspace, "received.json"), "utf8")));

/** Longer than any run of these tests: what comes back came because it was pushed. */
const waitSeconds = 600;

test("a message reaches the run of whichever server, and its sender hears to whom and when", async () => {
  const options = scriptedOptions();
  const [owner, other] = [managerOf(options), managerOf(options)];
  const task = script({ receive: "delivered" }, { output: "heard" });
  const { workspace, result } = await owner.spawn({ task, subagent_id: "a" });
  const sent = await other.send("a", "Look at the tests too.", { agents: ["solo"], waitSeconds });
  expect(sent).toEqual({
    message_id: expect.any(String) as string,
    state: "delivered",
    delivered: [{ agent_id: "solo", at: expect.any(String) as string }],
    unsupported: [],
  });
  expect(messageIdOf(`${sent.message_id}.json`)).toBe(sent.message_id);
  expect(received(workspace)).toEqual({
    content: "Look at the tests too.",
    source: "parent",
    timestamp: expect.any(String) as string,
    target_agents: ["solo"],
  });
  expect(await result).toMatchObject({ status: "completed", answer: "heard" });
});

test("of MassGen's engine a message is delivered when it has taken it", async () => {
  const options = scriptedOptions();
  const { command } = options.engine ?? { command: [] };
  const manager = managerOf({ ...options, engine: { kind: "massgen", command } });
  const task = script({ receive: "without receipt" }, { output: "heard" });
  const { result } = await manager.spawn({ task, subagent_id: "a" });
  const sent = await manager.send("a", "Hurry.", { waitSeconds });
  expect(sent).toMatchObject({ state: "delivered", delivered: [{ agent_id: "solo" }] });
  expect(await result).toMatchObject({ answer: "heard" });
});

test("what nobody takes is queued; it is taken back when the run ends first", async () => {
  const manager = managerOf(scriptedOptions());
  const { workspace } = await manager.spawn({ task: script({ sleep: 85 }), subagent_id: "a" });
  const early = await manager.send("a", "One.", { waitSeconds: 0 });
  expect(early).toMatchObject({ state: "queued", delivered: [], unsupported: [] });
  expect(readdirSync(inboxOf(workspace))).toEqual([`${early.message_id}.json`]);
  const late = manager.send("a", "Two.", { waitSeconds }).catch((error: unknown) => error);
  await eventually("the second", () => readdirSync(inboxOf(workspace)).length === 2);
  await manager.cancel("a");
  expect(await late).toMatchObject({ code: "NOT_RUNNING" });
  expect(readdirSync(inboxOf(workspace))).toEqual([`${early.message_id}.json`]);
  const further = await manager.continue("a", script({ output: "again" }));
  expect(await further.result).toMatchObject({ answer: "again" });
  // The next run is told nothing that was meant for this one.
  expect(existsSync(inboxOf(workspace))).toBe(false);
});

test("a message that cannot be meant is refused with what to do, and nothing is written", async () => {
  const manager = managerOf(scriptedOptions());
  const { workspace } = await manager.spawn({ task: script({ sleep: 60 }), subagent_id: "a" });
  await expect(manager.send("b", "Hello.")).rejects.toMatchObject({ code: "UNKNOWN_SUBAGENT" });
  await expect(manager.send("a", "  ")).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(manager.send("a", "Hello.", { agents: ["nobody"] })).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining('"nobody"') as string,
    remedy: expect.stringContaining('"solo"') as string,
  });
  expect(existsSync(inboxOf(workspace))).toBe(false);
  await manager.cancel("a");
  await expect(manager.send("a", "Hello.")).rejects.toMatchObject({ code: "NOT_RUNNING" });
});
