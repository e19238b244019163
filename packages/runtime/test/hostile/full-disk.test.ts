import { eventually, temporaryDirectory } from "@retinue/testkit";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { managerOf, script, scriptedOptions } from "../manage/workspace.ts";
import { fill, smallDisk } from "./small-disk.ts";

test("a disk that is full when a run ends is tried again by the same server, and the answer is delivered at once", async (context) => {
  const disk = smallDisk(context, "size=2m");
  const said: string[] = [];
  // The supervisor's record is on another disk: the end is known, and has no place among our notes.
  const options = {
    ...scriptedOptions(join(disk, "ws")),
    logDirectory: join(temporaryDirectory(), "logs"),
    maxConcurrent: 1,
  };
  const manager = managerOf({ ...options, log: (message) => said.push(message) });
  const [begun, full] = ["begun", "full"].map((name) => join(temporaryDirectory(), name));
  const task = script({ output: "done" }, { file: [begun as string, ""] }, { until: full as string });
  const spawned = await manager.spawn({ task, subagent_id: "a" });
  await eventually("the engine", () => existsSync(begun as string));
  const free = fill(disk);
  writeFileSync(full as string, "");
  expect(await spawned.result).toMatchObject({
    status: "completed",
    answer: "done",
    warning: expect.stringMatching(/could not be recorded yet .*a later server may not know it/) as string,
  });
  expect(said.join("\n")).toContain("could not be recorded");
  expect(await manager.unacknowledged()).toMatchObject([
    { subagentId: "a", run: 1, result: { answer: "done" } },
  ]);
  // Had already by whoever asked: it is not offered once more when it is on disk at last.
  await manager.acknowledge([{ subagentId: "a", run: 1 }]);
  free();
  await eventually("the record", async () => (await manager.list())[0]?.status === "completed");
  expect(await manager.unacknowledged()).toEqual([]);
  const next = await manager.spawn({ task: script({ output: "next" }), subagent_id: "b" });
  expect(await next.result).toMatchObject({ answer: "next" });
});

test("a spawn that finds no room for its reservations leaves none of them", async (context) => {
  const disk = smallDisk(context, "size=4m,nr_inodes=64");
  const manager = managerOf(scriptedOptions(join(disk, "ws")));
  expect(await manager.list()).toEqual([]);
  mkdirSync(join(disk, "filling"));
  let files = 0;
  try {
    for (;;) writeFileSync(join(disk, "filling", String(files)), String(files++));
  } catch {
    // No inode is left.
  }
  const task = script({ output: "done" });
  // One more comes free each time, until there is room for the first of three and not for the second.
  for (let freed = 0, why = ""; !why.includes("subagent_2"); freed += 1) {
    rmSync(join(disk, "filling", String(freed)));
    why = await manager
      .spawnParallel([{ task }, { task }, { task }])
      .then(() => "started subagent_2", String);
    expect(why).toMatch(/no space left/i);
    expect(readdirSync(join(disk, "ws/.massgen/retinue/active"))).toEqual([]);
    expect(await manager.list()).toEqual([]);
  }
  rmSync(join(disk, "filling"), { recursive: true });
  const { result } = await manager.spawn({ task });
  expect(await result).toMatchObject({ subagent_id: "subagent_1", answer: "done" });
});

test("a run that waits for a place on a disk that stays full is told so", async (context) => {
  const disk = smallDisk(context, "size=2m");
  const logDirectory = join(temporaryDirectory(), "logs");
  const manager = managerOf({ ...scriptedOptions(join(disk, "ws")), logDirectory, maxConcurrent: 1 });
  const [begun, full] = ["begun", "full"].map((name) => join(temporaryDirectory(), name)) as [string, string];
  const task = script({ output: "done" }, { file: [begun, ""] }, { until: full });
  const first = await manager.spawn({ task, subagent_id: "a" });
  await eventually("the engine", () => existsSync(begun));
  const second = await manager.spawn({ task: script({ output: "second" }), subagent_id: "b" });
  const free = fill(disk);
  writeFileSync(full, "");
  expect(await first.result).toMatchObject({ answer: "done" });
  const { status, error } = await second.result;
  expect(status).toBe("error");
  expect(error).toMatch(/given no place: .*disk is full/i);
  free();
  await eventually("the records", async () =>
    (await manager.list()).every((each) => each.status !== "running"),
  );
  const next = await manager.spawn({ task: script({ output: "next" }), subagent_id: "c" });
  expect(await next.result).toMatchObject({ answer: "next" });
});

test("what is refused because the disk is full says so, and what to do", async (context) => {
  const disk = smallDisk(context, "size=2m");
  const manager = managerOf(scriptedOptions(join(disk, "ws")));
  const { result } = await manager.spawn({ task: script({ output: "done" }), subagent_id: "a" });
  expect(await result).toMatchObject({ answer: "done" });
  const free = fill(disk);
  const refused = {
    code: "IO_ERROR",
    retryable: true,
    remedy: expect.stringContaining("disk space") as string,
  };
  await expect(manager.continue("a", script({ output: "more" }))).rejects.toMatchObject(refused);
  await expect(manager.spawn({ task: script({ output: "b" }), subagent_id: "b" })).rejects.toMatchObject(
    refused,
  );
  free();
  const further = await manager.continue("a", script({ output: "more" }));
  expect(await further.result).toMatchObject({ answer: "more" });
});

test("that a result was had is noted though the disk is full and an orphan cannot be adopted", async (context) => {
  const disk = smallDisk(context, "size=2m");
  const logDirectory = join(temporaryDirectory(), "logs");
  const manager = managerOf({ ...scriptedOptions(join(disk, "ws")), logDirectory });
  const [begun, full] = ["begun", "full"].map((name) => join(temporaryDirectory(), name)) as [string, string];
  const task = script({ output: "done" }, { file: [begun, ""] }, { until: full });
  const spawned = await manager.spawn({ task, subagent_id: "a" });
  await eventually("the engine", () => existsSync(begun));
  const notes = join(disk, "ws/.massgen/retinue");
  writeFileSync(join(notes, "owners/gone.lock"), "");
  const orphan = { subagent_id: "b", log_path: join(logDirectory, "subagents/b"), run: 1, owner: "gone" };
  writeFileSync(join(notes, "active/b.json"), JSON.stringify({ ...orphan, launched: false }));
  const free = fill(disk);
  writeFileSync(full, "");
  expect(await spawned.result).toMatchObject({ answer: "done" });
  await manager.acknowledge([{ subagentId: "a", run: 1 }]);
  free();
  await eventually("the record", async () => (await manager.list())[0]?.status === "completed");
  expect(await manager.unacknowledged()).toEqual([]);
});

test("a continuation that cannot put the earlier run aside is refused, and does not bring its answer again", async (context) => {
  const disk = smallDisk(context, "size=4m,nr_inodes=200");
  const manager = managerOf({ ...scriptedOptions(), logDirectory: join(disk, "logs") });
  const { result } = await manager.spawn({ task: script({ output: "one" }), subagent_id: "a" });
  expect(await result).toMatchObject({ answer: "one" });
  mkdirSync(join(disk, "filling"));
  try {
    for (let files = 0; ; files++) writeFileSync(join(disk, "filling", String(files)), "");
  } catch {
    // No inode is left.
  }
  const further = () => manager.continue("a", script({ output: "two" }));
  await expect(further()).rejects.toMatchObject({ code: "IO_ERROR", retryable: true });
  expect(await manager.list()).toMatchObject([{ subagent_id: "a", status: "completed" }]);
  // Of a call that is refused nothing has begun.
  const task = script({ output: "new" });
  const both = ["b", "a"].map((subagent_id) => ({ task, subagent_id }));
  await expect(manager.spawnParallel(both)).rejects.toMatchObject({ code: "IO_ERROR" });
  expect((await manager.list()).map(({ subagent_id }) => subagent_id)).toEqual(["a"]);
  rmSync(join(disk, "filling"), { recursive: true });
  expect(await (await further()).result).toMatchObject({ answer: "two" });
});
