import { childConfigPath, eventually, verifies } from "@retinue/testkit";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { SimplifiedStatus } from "@retinue/status-model";
import { parseRunRecord } from "@retinue/engine-contract";
import { managerOf, script, scriptedOptions, teamStatus } from "./workspace.ts";

test("a run that completes: its answer, and every document where the design has it", async () => {
  const options = scriptedOptions();
  const manager = managerOf(options);
  const status = teamStatus("presentation", { votes: { "agent2.1": 2 }, winner: "beta" });
  const task = script({ status }, { snapshot: ["beta", "Two."] }, { output: " Two files. \n" });
  const spawned = await manager.spawn({ task, subagent_id: "count", timeout_seconds: 70 });
  expect(spawned).toMatchObject({ subagentId: "count", timeoutSeconds: 70, warning: undefined });
  const result = await spawned.result;
  expect(result).toMatchObject({
    subagent_id: "count",
    status: "completed",
    success: true,
    answer: "Two files.",
    workspace: join(options.workspace, "subagents/count/workspace"),
    error: null,
    token_usage: { input_tokens: 100, output_tokens: 10, estimated_cost: 0.25 },
    timeout_seconds: 70,
  });
  expect(result).not.toHaveProperty("completion_percentage");

  const logPath = result.log_path as string;
  expect(readlinkSync(join(logPath, "full_logs"))).toBe(
    "live_logs/log_20260102_030405_000001/turn_1/attempt_1",
  );
  expect(spawned.statusFile).toBe(join(logPath, "full_logs/status.json"));
  expect(existsSync(join(logPath, "status.json"))).toBe(false);
  expect(readFileSync(join(logPath, "workspace/answer.txt"), "utf8")).toBe(" Two files. \n");
  const messages = readFileSync(join(logPath, "conversation.jsonl"), "utf8").trimEnd().split("\n");
  expect(messages.map((line) => JSON.parse(line))).toMatchObject([
    { role: "user", content: task },
    { role: "assistant", content: "Two files." },
  ]);
  const record = parseRunRecord(readFileSync(join(logPath, "run.json"), "utf8"));
  expect(record.runs).toMatchObject([
    { number: 1, state: "ended", mode: "inherited", ended: { ending: "completed", exit_code: 0 } },
  ]);
  const registry = join(options.workspace, "subagents/_registry.json");
  await expect
    .poll(() => JSON.parse(readFileSync(registry, "utf8")).subagents)
    .toMatchObject([{ subagent_id: "count", status: "completed", success: true, continuable: true }]);
  for (const ours of ["subagents", ".massgen"]) {
    expect(readFileSync(join(options.workspace, ours, ".gitignore"), "utf8")).toBe("*\n");
  }
});

test("the engine is told the rules, the parent's context, the files and where to log; nothing of the parent's secrets", async () => {
  const options = {
    ...scriptedOptions(),
    environment: { ...process.env, SECRET: "s", CLAUDECODE: "1", MY_KEY: "k" },
    keyVariables: ["MY_KEY"],
  };
  writeFileSync(join(options.workspace, "CONTEXT.md"), "A project about counting.");
  mkdirSync(join(options.workspace, "docs"));
  writeFileSync(join(options.workspace, "docs/a.md"), "given");
  const manager = managerOf(options);
  const task = script({ output: "done" });
  const { workspace, result } = await manager.spawn({
    task,
    context_files: ["docs/a.md"],
    system_prompt: "You count.",
  });
  await result;
  const { prompt } = JSON.parse(readFileSync(join(workspace, "starts.log"), "utf8"));
  expect(prompt).toContain("A project about counting.");
  expect(prompt.startsWith("You count.")).toBe(true);
  expect(readFileSync(join(workspace, "docs/a.md"), "utf8")).toBe("given");
  expect(readFileSync(join(workspace, "CONTEXT.md"), "utf8")).toBe("A project about counting.");
  const config = readFileSync(childConfigPath(workspace), "utf8");
  expect(JSON.parse(config)).toMatchObject({
    orchestrator: { coordination: { enable_subagents: false }, context_paths: [{ path: options.workspace }] },
  });
});

test(`progress is pushed with phase and percentage while it runs ${verifies("ABSENT-PENDING")}`, async () => {
  const options = scriptedOptions();
  const manager = managerOf(options);
  const at = (name: string | null | undefined) => join(options.workspace, `${name}.seen`);
  const phases = ["initial_answer", "enforcement"] as const;
  // It goes on when each was seen.
  const steps = phases.flatMap((phase) => [{ status: teamStatus(phase) }, { until: at(phase) }]);
  const task = script({ until: at("pending") }, ...steps, { output: "x" });
  const spawned = await manager.spawn({ task });
  const seen: SimplifiedStatus[] = [];
  const following = (async () => {
    for await (const progress of spawned.progress()) {
      seen.push(progress);
      writeFileSync(at(progress.phase), "");
    }
  })();
  expect(await manager.status(spawned.subagentId)).toMatchObject({ status: "pending", task });
  writeFileSync(at("pending"), "");
  await spawned.result;
  await following;
  expect(seen.map(({ phase }) => phase)).toEqual(phases);
  expect(seen[0]).toMatchObject({ status: "running", completion_percentage: 50, elapsed_seconds: 1.5 });
  expect(await manager.status(spawned.subagentId)).toMatchObject({
    status: "completed",
    phase: "enforcement",
  });
});

test("an id that is made up is after those that left a workspace, however many, and no two get the same", async () => {
  const options = scriptedOptions();
  for (let number = 1; number <= 21; number++) {
    mkdirSync(join(options.workspace, `subagents/subagent_${number}`), { recursive: true });
  }
  const task = script({ output: "x" });
  const spawned = await managerOf(options).spawnParallel([
    { task },
    { task, subagent_id: "subagent_23" },
    { task },
  ]);
  expect(spawned.map(({ subagentId }) => subagentId)).toEqual(["subagent_22", "subagent_23", "subagent_24"]);
  await Promise.all(spawned.map(({ result }) => result));
});

test("three at once, the fourth waits; ids are made up as subagent_<n>", async () => {
  const options = scriptedOptions();
  const manager = managerOf(options);
  const release = join(options.workspace, "release");
  const go = join(options.workspace, "go");
  const waiting = script({ status: teamStatus("initial_answer") }, { until: go }, { output: "x" });
  const three = await manager.spawnParallel([{ task: waiting }, { task: waiting }, { task: waiting }]);
  expect(three.map(({ subagentId }) => subagentId)).toEqual(["subagent_1", "subagent_2", "subagent_3"]);
  const fourth = await manager.spawn({ task: script({ file: [release, "x"] }, { output: "y" }) });
  await eventually(
    "three running",
    async () => (await manager.list()).filter((row) => row.progress?.status === "running").length === 3,
  );
  expect(existsSync(release)).toBe(false);
  const listed = await manager.list();
  expect(listed.map(({ subagent_id, status }) => [subagent_id, status])).toContainEqual([
    "subagent_4",
    "running",
  ]);
  writeFileSync(go, "");
  await Promise.all([...three, fourth].map(({ result }) => result));
  expect(existsSync(release)).toBe(true);
});

test("the prompt of a very long task reaches the engine whole", async () => {
  const manager = managerOf(scriptedOptions());
  const task = `${"x".repeat(200_000)}\n${script({ output: "long" })}`;
  const { workspace, result } = await manager.spawn({ task });
  expect(await result).toMatchObject({ status: "completed", answer: "long" });
  expect(readFileSync(join(workspace, "starts.log"), "utf8").length).toBeGreaterThan(200_000);
});

test("an id that has ended may be spawned again, and nothing of its earlier run is taken for the new one's", async () => {
  const manager = managerOf(scriptedOptions());
  const answered = script(
    { status: teamStatus("enforcement") },
    { snapshot: ["alpha", "Old."] },
    { output: "Old." },
  );
  await (
    await manager.spawn({ task: answered, subagent_id: "again" })
  ).result;
  const second = await manager.spawn({
    task: script({ sleep: 30 }),
    subagent_id: "again",
    timeout_seconds: 1,
  });
  const result = await second.result;
  expect(result).toMatchObject({ status: "timeout", answer: null, token_usage: {} });
  const record = parseRunRecord(readFileSync(join(result.log_path as string, "run.json"), "utf8"));
  expect(record.runs.map(({ ended }) => ended?.ending)).toEqual(["completed", "timeout"]);
  expect(record.runs[0]?.result).toMatchObject({ answer: "Old." });
});

test("a program that only awaits a result gets it, and ends then", async () => {
  const program = new URL("../programs/await-result.ts", import.meta.url).pathname;
  const given = JSON.stringify([scriptedOptions(), { task: script({ sleep: 1 }, { output: "here" }) }]);
  const { stdout } = await promisify(execFile)(process.execPath, [program, given]);
  expect(stdout).toBe("here\n");
});
