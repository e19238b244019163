import { eventually } from "@retinue/testkit";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readActive } from "../../src/own/active-index.ts";
import { stateDirectory } from "../../src/own/state-directory.ts";
import { managerOf, script, scriptedOptions } from "./workspace.ts";

const sleeping = script({ file: ["begun", "x"] }, { sleep: 30 });

test("a signal cancels the runs of its call, and those alone", async () => {
  const manager = managerOf(scriptedOptions());
  const stopping = new AbortController();
  const other = await manager.spawn({ task: script({ output: "x" }) });
  const spawned = await manager.spawnParallel([{ task: sleeping }, { task: sleeping }], stopping);
  await eventually("a begin", () => spawned.every(({ workspace }) => existsSync(join(workspace, "begun"))));
  stopping.abort();
  for (const { result } of spawned) expect((await result).error).toMatch(/cancelled/);
  expect((await other.result).answer).toBe("x");
});

test("a signal that is aborted already starts nothing", async () => {
  const options = scriptedOptions();
  const manager = managerOf(options);
  const signal = AbortSignal.abort(new Error("not any more"));
  await expect(manager.spawn({ task: sleeping, subagent_id: "a" }, { signal })).rejects.toThrow(
    "not any more",
  );
  expect(readActive(stateDirectory(options.workspace).active)).toEqual([]);
  await (
    await manager.spawn({ task: script({ output: "x" }), subagent_id: "a" })
  ).result;
  await expect(manager.continue("a", "Go on.", { signal })).rejects.toThrow("not any more");
  expect(await manager.list()).toMatchObject([{ subagent_id: "a", status: "completed" }]);
});

test("a listener that throws is logged, and the others are told", async () => {
  const said: string[] = [];
  const told: string[] = [];
  const manager = managerOf({ ...scriptedOptions(), log: (message) => said.push(message) });
  manager.onFinished(() => {
    throw new Error("in the listener");
  });
  manager.onFinished(({ subagentId }) => told.push(subagentId));
  await (
    await manager.spawn({ task: script({ output: "x" }), subagent_id: "a" })
  ).result;
  expect(told).toEqual(["a"]);
  expect(said).toEqual([expect.stringContaining("in the listener")]);
});

test("a manager that is disposed of lets its runs go on, and starts no more", async () => {
  const options = scriptedOptions();
  const go = join(options.workspace, "go");
  let begun: ReturnType<typeof managerOf>;
  {
    await using manager = managerOf(options);
    begun = manager;
    await manager.spawn({ task: script({ until: go }, { output: "later" }), subagent_id: "a" });
  }
  await expect(begun.list()).rejects.toMatchObject({ code: "CLOSED" });
  const next = managerOf(options);
  expect(await next.list()).toMatchObject([{ subagent_id: "a", status: "running" }]);
});
