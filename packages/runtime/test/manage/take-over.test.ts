import { tryLock } from "@retinue/contained-fs";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { SubagentManagerOptions } from "../../src/configure/manager-options.ts";
import type { SubagentTask } from "../../src/contract/subagent-task.ts";
import { readActive, writeActive } from "../../src/own/active-index.ts";
import { createStateDirectory } from "../../src/own/state-directory.ts";
import { managerOf, script, scriptedOptions, teamStatus, untilAsleep } from "./workspace.ts";

const long = process.env["RETINUE_LONG"] === "1";
const program = new URL("../programs/serve.ts", import.meta.url).pathname;

/** Starts a server process that spawns the tasks; resolves with the ids once all are spawned. */
function serve(options: SubagentManagerOptions, tasks: SubagentTask[]) {
  const server = fork(program, { stdio: "inherit" });
  onTestFinished(() => void server.kill("SIGKILL"));
  server.send([options, tasks]);
  return { server, spawned: spawnedBy(server) };
}

async function spawnedBy(server: ChildProcess): Promise<void> {
  const ended = once(server, "exit");
  const [first] = await Promise.race([once(server, "message"), ended]);
  if (typeof first === "number") throw new Error(`the server ended by itself with code ${first}`);
}

async function kill(server: ChildProcess) {
  server.kill("SIGKILL");
  await once(server, "exit");
}

test("a run whose server is killed in the middle of its output goes on, and the next server brings it back", async () => {
  const options = scriptedOptions();
  const lines = Array.from(
    { length: 40 },
    (_, line) => [{ print: `line ${line}` }, { sleep: 0.05 }] as const,
  ).flat();
  const { server, spawned } = serve(options, [{ task: script(...lines, { exit: 7 }), subagent_id: "a" }]);
  await spawned;
  const output = join(options.workspace, ".massgen/massgen_logs/**/run_1/stdout.log");
  await eventually("its first line", () => globSync(output).some((path) => readFileSync(path).length > 0));
  await kill(server);
  const manager = managerOf(options);
  const ended = await eventually("the result", async () => (await manager.unacknowledged())[0]);
  expect(ended).toMatchObject({ subagentId: "a", run: 1, ending: "error", result: { status: "error" } });
  expect(ended.result.error).toContain("code 7");
  const [path = ""] = globSync(output);
  expect(readFileSync(path, "utf8")).toBe(Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join(""));
});

test("its deadline holds while nobody serves, and what it had finished is brought back", async () => {
  const options = scriptedOptions();
  const status = teamStatus("presentation", { votes: { "agent2.1": 2 }, winner: "beta" });
  const task = script({ snapshot: ["beta", "Done."] }, { status }, { sleep: 60 });
  const { server, spawned } = serve(options, [{ task, subagent_id: "a", timeout_seconds: untilAsleep }]);
  await spawned;
  const begun = join(options.workspace, "subagents/a/workspace/starts.log");
  await eventually("the engine", () => existsSync(begun));
  await kill(server);
  const record = join(options.workspace, ".massgen/massgen_logs");
  await eventually("the supervisor's record", () => hasEnded(record));
  const manager = managerOf(options);
  expect(await manager.list()).toMatchObject([{ subagent_id: "a" }]);
  const finished = await eventually("the result", async () => (await manager.unacknowledged())[0]);
  expect(finished).toMatchObject({
    ending: "timeout",
    result: { status: "completed_but_timeout", answer: "Done." },
  });
});

function hasEnded(base: string): boolean {
  return readdirSync(base, { recursive: true }).some((path) => String(path).endsWith("run_1/ended.json"));
}

test("results stay on offer, over servers, until they are acknowledged", async () => {
  const options = scriptedOptions();
  const first = managerOf(options);
  const seen: string[] = [];
  first.onFinished(({ subagentId }) => seen.push(subagentId));
  const result = await (await first.spawn({ task: script({ output: "x" }), subagent_id: "a" })).result;
  expect(seen).toEqual(["a"]);
  await first.close();
  const second = managerOf(options);
  expect(await second.unacknowledged()).toMatchObject([{ subagentId: "a", ending: "completed", result }]);
  await second.acknowledge([{ subagentId: "a", run: 2 }]);
  expect(await second.unacknowledged()).toHaveLength(1);
  await second.acknowledge([{ subagentId: "a", run: 1 }]);
  expect(await second.unacknowledged()).toEqual([]);
  expect(await managerOf(options).unacknowledged()).toEqual([]);
});

test("a run of another living server is neither taken over nor out of reach of a cancel", async () => {
  const options = scriptedOptions();
  const task = script(
    { snapshot: ["alpha", "Half."] },
    { status: teamStatus("initial_answer") },
    { sleep: 60 },
  );
  const { spawned } = serve(options, [{ task, subagent_id: "a" }]);
  await spawned;
  const manager = managerOf(options);
  await eventually("a status", async () => (await manager.status("a")).phase === "initial_answer");
  expect(await manager.cancel("a")).toMatchObject({ status: "partial", answer: "Half." });
  expect(await manager.list()).toMatchObject([{ subagent_id: "a", status: "cancelled" }]);
});

test("the limit of runs holds while their server is gone", async () => {
  const options = { ...scriptedOptions(), maxConcurrent: 1 };
  const go = join(options.workspace, "go");
  const { server, spawned } = serve(options, [
    { task: script({ until: go }, { output: "x" }), subagent_id: "first" },
  ]);
  await spawned;
  const started = join(options.workspace, "subagents/first/workspace/starts.log");
  await eventually("the first engine", () => existsSync(started));
  await kill(server);
  const manager = managerOf(options);
  const begun = join(options.workspace, "begun");
  const second = await manager.spawn({
    task: script({ file: [begun, ""] }, { output: "y" }),
    subagent_id: "second",
  });
  expect(existsSync(begun)).toBe(false);
  writeFileSync(go, "");
  expect(await second.result).toMatchObject({ status: "completed" });
  const finished = await manager.unacknowledged();
  expect(finished.map(({ subagentId }) => subagentId)).toEqual(["first", "second"]);
});

test("an end whose result was damaged is that run's error, with what can be recovered; others are brought back", async () => {
  const options = scriptedOptions();
  const first = managerOf(options);
  const [damaged, whole] = await first.spawnParallel(
    ["damaged", "whole"].map((subagent_id) => ({
      subagent_id,
      task: script({ snapshot: ["beta", "Saved."] }, { status: teamStatus("enforcement") }, { output: "x" }),
    })),
  );
  const results = await Promise.all([damaged?.result, whole?.result]);
  await first.close();
  // As a server leaves it that is killed between writing the end and forgetting the run.
  const { active } = createStateDirectory(options.workspace);
  for (const result of results) {
    const { subagent_id = "", log_path = "" } = result ?? {};
    writeActive(active, { subagent_id, log_path, run: 1, owner: "gone", launched: true });
  }
  const path = join(results[0]?.log_path ?? "", "run.json");
  const record = JSON.parse(readFileSync(path, "utf8"));
  record.runs[0].result = { status: "done" };
  writeFileSync(path, JSON.stringify(record));

  const second = managerOf(options);
  expect(await second.list()).toHaveLength(2);
  expect(await second.result("damaged")).toMatchObject({ status: "error", answer: "Saved." });
  expect(await second.result("whole")).toMatchObject({ status: "completed", answer: "x" });
  const finished = await second.unacknowledged();
  const error = finished.find(({ subagentId }) => subagentId === "damaged")?.result.error;
  expect(error).toContain(`The result in ${path} cannot be read`);
  await eventually("all that goes with them", () => readdirSync(active).length === 0);
});

test("a record that is damaged or a newer program's keeps nobody else's result back, and a newer one is left alone", async () => {
  const logDirectory = join(temporaryDirectory(), "logs");
  const options = { ...scriptedOptions(), logDirectory, maxConcurrent: 4 };
  const first = managerOf(options);
  const ids = ["torn", "newer", "whole", "orphan"];
  const spawned = await first.spawnParallel(
    ids.map((subagent_id) => ({ task: script({ output: "x" }), subagent_id })),
  );
  const results = await Promise.all(spawned.map(({ result }) => result));
  await first.close();
  const [torn, newer, , orphan] = results.map(({ log_path = "" }) => join(log_path, "run.json"));
  writeFileSync(torn ?? "", '{"version":1,');
  const ofTomorrow = '{"version":2,"runs":[]}';
  for (const path of [newer, orphan]) writeFileSync(path ?? "", ofTomorrow);
  const { active } = createStateDirectory(options.workspace);
  const { subagent_id = "", log_path = "" } = results[3] ?? {};
  writeActive(active, { subagent_id, log_path, run: 1, owner: "gone", launched: true });

  const said: string[] = [];
  const second = managerOf({ ...options, log: (message) => said.push(message) });
  const finished = await second.unacknowledged();
  expect(finished.map(({ subagentId }) => subagentId)).toEqual(["whole"]);
  expect(said.join("\n")).toMatch(/orphan could not be adopted: run\.json is of version 2/);
  // What it runs is another program's to finish.
  expect(readFileSync(orphan ?? "", "utf8")).toBe(ofTomorrow);
  expect(readdirSync(active)).toEqual(["orphan.json"]);
  await expect(second.spawn({ task: "Again.", subagent_id: "newer" })).rejects.toMatchObject({
    code: "NEWER_RUN_RECORD",
  });
  expect(readFileSync(newer ?? "", "utf8")).toBe(ofTomorrow);
});

test("an end that a kill kept out of the registry is entered by the next server", async () => {
  const options = scriptedOptions();
  const first = managerOf(options);
  const { result } = await first.spawn({ task: script({ output: "x" }), subagent_id: "a" });
  const { log_path = "" } = await result;
  await first.close();
  // As a server leaves it that is killed between writing the end and entering it.
  const registry = join(options.workspace, "subagents/_registry.json");
  writeFileSync(registry, readFileSync(registry, "utf8").replace('"completed"', '"running"'));
  const { active } = createStateDirectory(options.workspace);
  writeActive(active, { subagent_id: "a", log_path, run: 1, owner: "gone", launched: true });
  expect(await managerOf(options).list()).toMatchObject([{ subagent_id: "a", status: "completed" }]);
  await eventually("its row", () => readFileSync(registry, "utf8").includes('"completed"'));
});

test("a note that a power cut left empty is made anew from the record, or goes where there is none", async () => {
  const options = scriptedOptions();
  const first = managerOf(options);
  await (
    await first.spawn({ task: script({ output: "x" }), subagent_id: "a" })
  ).result;
  await first.close();
  const registry = join(options.workspace, "subagents/_registry.json");
  writeFileSync(registry, readFileSync(registry, "utf8").replace('"completed"', '"running"'));
  const { active } = createStateDirectory(options.workspace);
  for (const id of ["a", "never-begun"]) writeFileSync(join(active, `${id}.json`), "");
  const second = managerOf(options);
  expect(await second.list()).toMatchObject([{ subagent_id: "a", status: "completed" }]);
  await eventually("no note is left", () => readdirSync(active).length === 0);
  expect(JSON.parse(readFileSync(registry, "utf8")).subagents).toMatchObject([
    { subagent_id: "a", status: "completed" },
  ]);
});

test(
  "a server killed at any moment: each run has started at most once and has one result",
  { timeout: 600_000 },
  async () => {
    for (let round = 0; round < (long ? 300 : 12); round++) {
      const options = scriptedOptions(join(temporaryDirectory(), "ws"));
      const tasks = ["a", "b", "c", "d"].map((subagent_id) => ({
        task: script({ sleep: 0.1 }, { output: "x" }),
        subagent_id,
      }));
      const { server, spawned } = serve({ ...options, maxConcurrent: 4 }, tasks);
      await Promise.race([spawned, delay(100 + Math.random() * 500)]);
      await delay(Math.random() * 150);
      await kill(server);
      const manager = managerOf(options);
      const rows = await eventually("the ends", async () => {
        const listed = await manager.list();
        return listed.every(({ status }) => status !== "running") && listed;
      });
      const finished = await manager.unacknowledged();
      expect(finished.map(({ subagentId }) => subagentId).toSorted()).toEqual(
        rows.map(({ subagent_id }) => subagent_id).toSorted(),
      );
      for (const { subagentId, result } of finished) {
        const starts = join(options.workspace, "subagents", subagentId, "workspace/starts.log");
        const started = existsSync(starts) ? readFileSync(starts, "utf8").trimEnd().split("\n").length : 0;
        expect([subagentId, result.status, started]).toEqual([
          subagentId,
          started === 1 ? "completed" : "error",
          started,
        ]);
      }
      await manager.close();
    }
  },
);

test("nobody waits for what goes with a result that an earlier server has recorded", async () => {
  const options = scriptedOptions();
  const first = managerOf(options);
  const { result } = await first.spawn({ task: script({ output: "done" }), subagent_id: "a" });
  const { log_path = "" } = await result;
  await first.close();
  // As a kill leaves it between the record of the end and its row.
  const state = createStateDirectory(options.workspace, () => {});
  writeActive(state.active, { subagent_id: "a", log_path, run: 1, owner: "gone", launched: true });
  const rows = tryLock(state.registryLock);
  expect(rows).toBeDefined();
  const next = managerOf(options);
  // Until the row can be written the note stays; the list, and another run, do not wait for it.
  expect(await next.list()).toMatchObject([{ subagent_id: "a", status: "completed" }]);
  const other = await next.spawn({ task: script({ output: "other" }), subagent_id: "b" });
  expect(await other.result).toMatchObject({ answer: "other" });
  expect(readActive(state.active).map(({ subagent_id }) => subagent_id)).toContain("a");
  rows?.release();
  await eventually("its row", () => readActive(state.active).length === 0);
}, 20_000);
