import { eventually } from "@retinue/testkit";
import { fork } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Cleaning } from "../../src/contract/cleaning.ts";
import { registryPath } from "../../src/record/registry.ts";
import { managerOf, script, scriptedOptions } from "../manage/workspace.ts";
import { endedSubagents, registryOf } from "./ended-subagents.ts";

const program = new URL("../programs/clean.ts", import.meta.url).pathname;

const idsOf = (workspace: string) => registryOf(workspace).subagents.map(({ subagent_id }) => subagent_id);
/** Names there, less the lock of the totals and what a write that was killed had not renamed yet. */
const leftIn = (directory: string) =>
  readdirSync(directory)
    .filter((name) => !name.startsWith(".metrics") && !name.endsWith(".tmp"))
    .toSorted();
const kept = (cleaning: Cleaning) =>
  Object.fromEntries(cleaning.kept.map(({ subagentId, because }) => [subagentId, because]));

test("it says what it would remove, and removes nothing unless it is told to; then everything of it is gone", async () => {
  const options = scriptedOptions();
  const { workspace } = options;
  await endedSubagents(options, 1);
  const manager = managerOf(options);
  const said = await manager.clean();
  expect(said.removed).toMatchObject([
    { subagentId: "first", status: "completed" },
    { subagentId: "copy_1" },
  ]);
  expect(said.removed.every(({ bytes }) => bytes > 100)).toBe(true);
  expect(idsOf(workspace)).toEqual(["first", "copy_1"]);
  const logs = dirname(String(registryOf(workspace).subagents[0]?.["log_path"]));
  const done = await manager.clean({ dryRun: false });
  expect(done).toEqual({ ...said, failed: [], stuck: [] });
  expect(idsOf(workspace)).toEqual([]);
  expect(leftIn(logs)).toEqual([]);
  expect(leftIn(join(workspace, "subagents"))).toEqual([".gitignore", "_registry.json"]);
  // What was paid stays on account.
  expect(readFileSync(join(dirname(logs), "metrics_summary.json"), "utf8")).toContain('"first"');
  // Nothing of it comes back where the registry is made anew.
  writeFileSync(registryPath(workspace), "{");
  const again = await managerOf(options).spawn({ task: script({ output: "Again." }), subagent_id: "first" });
  expect(await again.result).toMatchObject({ answer: "Again." });
  expect(again.run).toBe(1);
});

test("no path is built from what a registry calls a subagent, unless it is an id", async () => {
  const options = scriptedOptions();
  const { workspace } = options;
  await endedSubagents(options, 0);
  const registry = registryOf(workspace);
  const foreign = { ...registry.subagents[0], subagent_id: "../..", log_path: "/nowhere/at/all" };
  writeFileSync(registryPath(workspace), JSON.stringify({ subagents: [...registry.subagents, foreign] }));
  const cleaning = await managerOf(options).clean({ dryRun: false });
  expect(cleaning).toMatchObject({ removed: [{ subagentId: "first" }], kept: [], failed: [] });
  expect(existsSync(workspace)).toBe(true);
  expect(idsOf(workspace)).toEqual(["../.."]);
});

test("what goes on is kept, what nobody has had, and what nobody knows", async () => {
  const options = scriptedOptions();
  const { workspace } = options;
  const manager = managerOf(options);
  const going = await manager.spawn({
    task: script({ until: "go" }, { output: "Done." }),
    subagent_id: "going",
  });
  const unread = await manager.spawn({ task: script({ output: "Done." }), subagent_id: "unread" });
  await unread.result;
  await expect.poll(() => idsOf(workspace)).toContain("unread");
  const registry = registryOf(workspace);
  registry.subagents.push({ subagent_id: "massgens", status: "completed", task: "x" });
  writeFileSync(registryPath(workspace), JSON.stringify(registry));
  mkdirSync(join(workspace, "subagents/massgens"));
  const expected = { going: "running", unread: "unread", massgens: "unknown" };
  // Its notes are tidied up after its result.
  await expect
    .poll(async () => kept(await manager.clean({ dryRun: false })), { timeout: 30_000 })
    .toEqual(expected);
  expect(idsOf(workspace).toSorted()).toEqual(["going", "massgens", "unread"]);
  await manager.acknowledge([unread]);
  writeFileSync(join(going.workspace, "go"), "");
  await going.result;
  await manager.acknowledge([going]);
  await eventually("it is tidied up", async () => (await manager.clean()).removed.length === 2);
  expect((await manager.clean({ dryRun: false })).removed).toHaveLength(2);
  expect(idsOf(workspace)).toEqual(["massgens"]);
});

test("a log directory that parents share: another's subagent of that name is left alone", async () => {
  const [one, other] = [scriptedOptions(), scriptedOptions()];
  const logDirectory = join(one.workspace, "../logs");
  await endedSubagents({ ...one, logDirectory }, 0);
  const manager = managerOf({ ...other, logDirectory });
  expect(await manager.clean({ dryRun: false })).toMatchObject({ removed: [], kept: [] });
  expect(existsSync(join(logDirectory, "subagents/first/run.json"))).toBe(true);
});

describe("killed", () => {
  test("after a workspace was put aside and its logs were not: its answer is had, and it goes with the next", async () => {
    const options = scriptedOptions();
    const { workspace } = options;
    await endedSubagents(options, 0);
    mkdirSync(join(workspace, "subagents/.removed"));
    renameSync(join(workspace, "subagents/first"), join(workspace, "subagents/.removed/first.x"));
    const manager = managerOf(options);
    expect(await manager.result("first")).toMatchObject({ answer: "Done." });
    const said = await manager.clean();
    expect(said.removed).toMatchObject([{ subagentId: "first" }]);
    expect(said.leftBytes).toBeGreaterThan(0);
    await manager.clean({ dryRun: false });
    expect(idsOf(workspace)).toEqual([]);
    expect(leftIn(join(workspace, "subagents"))).toEqual([".gitignore", "_registry.json"]);
  });

  test(
    "at any instant: what is there is whole, and the next cleaning removes the rest",
    { timeout: 240_000 },
    async () => {
      const options = scriptedOptions();
      const { workspace } = options;
      const ids = await endedSubagents(options, 12);
      const logs = dirname(String(registryOf(workspace).subagents[0]?.["log_path"]));
      // Files that take a while to be removed.
      for (const id of ids)
        for (let file = 0; file < 20; file++)
          appendFileSync(join(workspace, "subagents", id, `workspace/${file}`), "x");
      let kills = 0;
      for (let round = 0; round < 5 && readdirSync(logs).some((name) => ids.includes(name)); round++) {
        const cleaner = fork(program, { stdio: "inherit" });
        const gone = once(cleaner, "close");
        cleaner.send(options);
        await once(cleaner, "message");
        // A few more of its renames each time.
        const there = readdirSync(logs).length;
        await eventually(
          "it has begun",
          () => cleaner.exitCode !== null || readdirSync(logs).length < there - round,
        );
        if (cleaner.kill("SIGKILL")) kills += 1;
        await gone;
        const manager = managerOf(options);
        for (const id of readdirSync(logs).filter((name) => ids.includes(name)))
          expect(await manager.result(id)).toMatchObject({ answer: "Done." });
        await manager.close();
      }
      expect(kills).toBeGreaterThan(0);
      await managerOf(options).clean({ dryRun: false });
      expect(idsOf(workspace)).toEqual([]);
      expect(leftIn(join(workspace, "subagents"))).toEqual([".gitignore", "_registry.json"]);
      expect(leftIn(logs)).toEqual([]);
    },
  );
});
