import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SubagentTask } from "../../src/contract/subagent-task.ts";
import { managerOf, script, scriptedOptions } from "./workspace.ts";

const fine = { task: script({ output: "x" }) };

test.each([
  [
    "a context path that does not exist",
    [fine, { ...fine, context_paths: ["missing"] }],
    "CONTEXT_PATH_REFUSED",
  ],
  ["an id with ..", [fine, { ...fine, subagent_id: "../x" }], "INVALID_TASK"],
  [
    "a repeated id",
    [
      { ...fine, subagent_id: "a" },
      { ...fine, subagent_id: "a" },
    ],
    "DUPLICATE_ID",
  ],
  ["too many", [fine, fine, fine, fine], "TOO_MANY_TASKS"],
])("with %s nothing of the call is started", async (_what, tasks, code) => {
  const options = scriptedOptions();
  const manager = managerOf(options);
  await expect(manager.spawnParallel(tasks as SubagentTask[])).rejects.toMatchObject({ code });
  expect(await manager.list()).toEqual([]);
});

test("an id that runs already is refused, here and from another server", async () => {
  const options = scriptedOptions();
  const [here, elsewhere] = [managerOf(options), managerOf(options)];
  const running = await here.spawn({ task: script({ sleep: 20 }), subagent_id: "a" });
  const again = { task: fine.task, subagent_id: "a" };
  await expect(here.spawn(again)).rejects.toMatchObject({ code: "ALREADY_RUNNING", retryable: true });
  await expect(elsewhere.spawn(again)).rejects.toMatchObject({ code: "ALREADY_RUNNING" });
  await here.cancel("a");
  await running.result;
});

test("a model goes to a team of one only", async () => {
  const options = scriptedOptions();
  const two = [...(options.agents ?? []), { id: "second", backend: { type: "command", command: ["true"] } }];
  await expect(managerOf({ ...options, agents: two }).spawn({ ...fine, model: "m" })).rejects.toMatchObject({
    code: "MODEL_REFUSED",
  });
  const spawned = await managerOf(options).spawn({ ...fine, model: "m" });
  expect((await spawned.result).status).toBe("completed");
});

test("no team, no engine, no workspace, or a file in its place: a clear refusal", async () => {
  const options = scriptedOptions();
  await expect(managerOf({ ...options, agents: [] }).spawn(fine)).rejects.toMatchObject({
    code: "INVALID_CONFIGURATION",
  });
  const { engine: _engine, ...withoutEngine } = options;
  await expect(managerOf(withoutEngine).spawn(fine)).rejects.toMatchObject({ code: "INVALID_CONFIGURATION" });
  const file = join(options.workspace, "file");
  writeFileSync(file, "");
  for (const workspace of [file, join(options.workspace, "missing")]) {
    const refused = managerOf({ ...options, workspace }).spawn(fine);
    await expect(refused).rejects.toMatchObject({
      code: "INVALID_CONFIGURATION",
      message: expect.stringContaining(workspace),
    });
  }
});

test("unknown subagents: status, cancel and continue say which exist", async () => {
  const manager = managerOf(scriptedOptions());
  await (
    await manager.spawn({ ...fine, subagent_id: "known" })
  ).result;
  for (const refused of [
    manager.status("x"),
    manager.cancel("x"),
    manager.continue("x", "go on"),
    manager.status("../known"),
  ]) {
    await expect(refused).rejects.toMatchObject({ code: "UNKNOWN_SUBAGENT" });
  }
  await expect(manager.cancel("x")).rejects.toMatchObject({ remedy: expect.stringContaining("known") });
  await expect(manager.cancel("known")).rejects.toMatchObject({ code: "NOT_RUNNING" });
  await expect(manager.continue("known", "  ")).rejects.toMatchObject({ code: "INVALID_TASK" });
});

test("making a manager touches nothing", () => {
  const options = scriptedOptions();
  managerOf(options);
  expect(existsSync(join(options.workspace, ".massgen"))).toBe(false);
  expect(existsSync(join(options.workspace, "subagents"))).toBe(false);
});

test("a closed manager refuses", async () => {
  const manager = managerOf(scriptedOptions());
  await manager.close();
  await expect(manager.list()).rejects.toMatchObject({ code: "CLOSED" });
});
