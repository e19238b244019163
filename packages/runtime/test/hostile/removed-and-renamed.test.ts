import { eventually, temporaryDirectory } from "@retinue/testkit";
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSubagentManager } from "../../src/manage/create-subagent-manager.ts";
import { managerOf, script, scriptedOptions } from "../manage/workspace.ts";

const program = new URL("../programs/serve.ts", import.meta.url).pathname;

test("a workspace that was removed is refused, and served again once it is there again", async () => {
  const options = scriptedOptions();
  const manager = managerOf(options);
  const task = script({ output: "done" });
  await (
    await manager.spawn({ task, subagent_id: "a" })
  ).result;
  await eventually("all of it", () => !existsSync(join(options.workspace, ".massgen/retinue/active/a.json")));
  rmSync(options.workspace, { recursive: true });
  await expect(manager.list()).rejects.toMatchObject({ code: "INVALID_CONFIGURATION" });
  mkdirSync(options.workspace);
  expect(await manager.list()).toEqual([]);
  const again = await manager.spawn({ task, subagent_id: "a" });
  expect(await again.result).toMatchObject({ status: "completed", answer: "done" });
});

test("notes that are removed while a run goes on are made again, and the run counts as this server's", async () => {
  const options = scriptedOptions();
  const manager = managerOf(options);
  const goOn = join(temporaryDirectory(), "go-on");
  const task = script({ until: goOn }, { output: "done" });
  const { result } = await manager.spawn({ task, subagent_id: "a" });
  rmSync(join(options.workspace, ".massgen/retinue"), { recursive: true });
  expect(await manager.list()).toMatchObject([{ subagent_id: "a", status: "running" }]);
  await expect(managerOf(options).spawn({ task, subagent_id: "a" })).rejects.toMatchObject({
    code: "ALREADY_RUNNING",
  });
  writeFileSync(goOn, "");
  expect(await result).toMatchObject({ status: "completed", answer: "done" });
  expect(await manager.unacknowledged()).toMatchObject([{ subagentId: "a" }]);
});

test("runs of a workspace that was renamed are known and brought back under its new name", async () => {
  const options = scriptedOptions();
  const goOn = join(temporaryDirectory(), "go-on");
  const server = fork(program, { stdio: "inherit" });
  onTestFinished(() => void server.kill("SIGKILL"));
  const tasks = [
    { task: script({ output: "early" }), subagent_id: "ended" },
    { task: script({ until: goOn }, { output: "late" }), subagent_id: "running" },
  ];
  server.send([options, tasks]);
  await once(server, "message");
  const finished = join(options.workspace, ".massgen/retinue/finished/ended.1.json");
  await eventually("the first", () => existsSync(finished));
  server.kill("SIGKILL");
  await once(server, "exit");
  writeFileSync(goOn, "");
  const ended = join(
    options.workspace,
    ".massgen/massgen_logs/**/subagents/running/supervisor/run_1/ended.json",
  );
  await eventually("its end", () => globSync(ended).length === 1);
  const renamed = `${options.workspace}-renamed`;
  renameSync(options.workspace, renamed);
  const manager = managerOf({ ...options, workspace: renamed });
  await eventually("both", async () => (await manager.list()).every(({ status }) => status === "completed"));
  const ids = (await manager.list()).map(({ subagent_id }) => subagent_id);
  const answers = (await Promise.all(ids.map((id) => manager.result(id)))).map((result) => result?.answer);
  expect(answers.toSorted()).toEqual(["early", "late"]);
  expect((await manager.unacknowledged()).length).toBe(2);
});

test("a registry that was removed is made anew from the records, in a list and by a run that ends", async () => {
  const options = scriptedOptions();
  const registry = join(options.workspace, "subagents/_registry.json");
  const first = managerOf(options);
  for (const id of ["a", "b"]) {
    const { result } = await first.spawn({ task: script({ output: id }), subagent_id: id });
    await result;
  }
  const listed = await first.list();
  expect(listed).toHaveLength(2);
  rmSync(registry);
  expect(await first.list()).toEqual(listed);
  expect(existsSync(registry)).toBe(true);
  const goOn = join(temporaryDirectory(), "go-on");
  const last = await first.spawn({ task: script({ until: goOn }, { output: "c" }), subagent_id: "c" });
  await eventually("its row", async () => (await first.list()).length === 3);
  rmSync(registry);
  writeFileSync(goOn, "");
  await last.result;
  await eventually("the registry, which follows the result", () => existsSync(registry));
  const rows = JSON.parse(readFileSync(registry, "utf8")) as { subagents: { subagent_id: string }[] };
  expect(rows.subagents.map(({ subagent_id }) => subagent_id)).toEqual(["a", "b", "c"]);
  rmSync(registry);
  expect((await managerOf(options).list()).map(({ subagent_id }) => subagent_id)).toEqual(["a", "b", "c"]);
});

test("a run that was written down, and whose note was lost with the registry, comes back as an error and can be continued", async () => {
  const options = scriptedOptions();
  const first = createSubagentManager(options);
  const { result } = await first.spawn({ task: script({ output: "one" }), subagent_id: "a" });
  await result;
  await first.close();
  const [path = ""] = globSync(join(options.workspace, ".massgen/massgen_logs/*/*/*/subagents/a/run.json"));
  const record = JSON.parse(readFileSync(path, "utf8")) as { runs: object[] };
  const { ended: _ended, result: _result, ...begun } = record.runs[0] as Record<string, unknown>;
  const second = { ...begun, state: "starting", owner: "gone" };
  writeFileSync(path, JSON.stringify({ ...record, runs: [record.runs[0], second] }));
  rmSync(join(options.workspace, "subagents/_registry.json"));
  const next = managerOf(options);
  await eventually("its end", async () => (await next.list())[0]?.status === "error");
  const further = await next.continue("a", script({ output: "three" }));
  expect(await further.result).toMatchObject({ status: "completed", answer: "three" });
});
