import { verifies } from "@retinue/testkit";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { managerOf, script, scriptedOptions, teamStatus, untilAsleep } from "./workspace.ts";

function starts(workspace: string) {
  return readFileSync(join(workspace, "starts.log"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test(`an engine that saved its session continues it with the bare message ${verifies("SURFACE-CONTINUE", "SURFACE-TIMEOUT")}`, async () => {
  const manager = managerOf(scriptedOptions());
  const first = await manager.spawn({
    task: script({ session: "session_1" }, { output: "One." }),
    subagent_id: "a",
  });
  await first.result;
  const message = script({ output: "Two." });
  const second = await manager.continue("a", message, { timeoutSeconds: 72 });
  expect(await second.result).toMatchObject({
    subagent_id: "a",
    status: "completed",
    answer: "Two.",
    timeout_seconds: 72,
  });
  expect(starts(first.workspace)[1]).toMatchObject({ session: "session_1", prompt: message });
  const [row] = await manager.list();
  expect(row).toMatchObject({
    subagent_id: "a",
    session_id: "session_1",
    last_continued_at: expect.any(String),
  });
  expect(readFileSync(join(first.workspace, "answer_run_1.txt"), "utf8")).toBe("One.");
});

test("without a session the earlier task and its recovered answer go into the prompt", async () => {
  const manager = managerOf(scriptedOptions());
  const task = script(
    { snapshot: ["alpha", "Half."] },
    { status: teamStatus("initial_answer") },
    { sleep: 60 },
  );
  const first = await manager.spawn({ task, subagent_id: "a", timeout_seconds: untilAsleep });
  expect(await first.result).toMatchObject({ status: "partial", answer: "Half." });
  const second = await manager.continue("a", script({ output: "Whole." }));
  expect(await second.result).toMatchObject({ status: "completed", answer: "Whole." });
  const { session, prompt } = starts(first.workspace)[1];
  expect(session).toBeUndefined();
  expect(prompt).toContain(task);
  expect(prompt).toContain("Half.");
});

test("a continuation that is cut off does not bring back the answer of the run before", async () => {
  const manager = managerOf(scriptedOptions());
  await (
    await manager.spawn({ task: script({ output: "Old." }), subagent_id: "a" })
  ).result;
  const second = await manager.continue("a", script({ sleep: 60 }), { timeoutSeconds: 1 });
  expect(await second.result).toMatchObject({ status: "timeout", answer: null });
});

test("a subagent whose workspace is gone, or that runs, cannot be continued", async () => {
  const manager = managerOf(scriptedOptions());
  const spawned = await manager.spawn({ task: script({ sleep: 60 }), subagent_id: "a" });
  await expect(manager.continue("a", "go on")).rejects.toMatchObject({ code: "ALREADY_RUNNING" });
  await manager.cancel("a");
  rmSync(dirname(spawned.workspace), { recursive: true });
  expect(existsSync(spawned.workspace)).toBe(false);
  await expect(manager.continue("a", "go on")).rejects.toMatchObject({ code: "NOT_CONTINUABLE" });
});

test("a continuation whose prompt cannot be written is an error, and the next one begins", async () => {
  const manager = managerOf(scriptedOptions());
  const { result } = await manager.spawn({ task: script({ output: "One." }), subagent_id: "a" });
  const { log_path = "" } = await result;
  const prompt = join(log_path, "prompt.md");
  rmSync(prompt);
  mkdirSync(join(prompt, "something"), { recursive: true });
  const message = script({ output: "Two." });
  const refused = await manager.continue("a", message);
  expect(await refused.result).toMatchObject({
    status: "error",
    error: expect.stringContaining("could not be prepared"),
  });
  await expect(manager.cancel("a")).rejects.toMatchObject({ code: "NOT_RUNNING" });
  rmSync(prompt, { recursive: true });
  const further = await manager.continue("a", message);
  expect(await further.result).toMatchObject({ status: "completed", answer: "Two." });
});
