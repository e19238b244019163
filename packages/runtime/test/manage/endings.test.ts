import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { managerOf, script, scriptedOptions, teamStatus, untilAsleep } from "./workspace.ts";

const answers = [{ snapshot: ["alpha", "First."] }, { snapshot: ["beta", "Second."] }] as const;

async function runToItsEnd(task: string, timeout_seconds = 90) {
  return (await managerOf(scriptedOptions()).spawn({ task, timeout_seconds })).result;
}

test("cut off while voting: the answer with most votes, partial", async () => {
  const voting = teamStatus("enforcement", { votes: { "agent2.1": 1 }, winner: null });
  const result = await runToItsEnd(script(...answers, { status: voting }, { sleep: 60 }), untilAsleep);
  expect(result).toMatchObject({
    status: "partial",
    success: false,
    answer: "Second.",
    completion_percentage: 50,
    token_usage: { input_tokens: 100 },
    answer_source: { reason: "votes", agent_id: "beta" },
  });
});

test("cut off while presenting: the winner's answer, success", async () => {
  const presenting = teamStatus("presentation", { votes: { "agent1.1": 2 }, winner: "alpha" });
  const result = await runToItsEnd(script(...answers, { status: presenting }, { sleep: 60 }), untilAsleep);
  expect(result).toMatchObject({ status: "completed_but_timeout", success: true, answer: "First." });
});

test("cut off before any answer: timeout, and the workspace all the same", async () => {
  const result = await runToItsEnd(script({ sleep: 30 }), 1);
  expect(result).toMatchObject({
    status: "timeout",
    success: false,
    answer: null,
    token_usage: {},
    workspace: expect.any(String),
  });
});

test(`an engine that ignores its signals is stopped at its deadline ${verifies("TIMEOUT-AUTHORITY")}`, async () => {
  const result = await runToItsEnd(
    script({ ignoreSignals: true }, ...answers, { status: teamStatus("initial_answer") }, { sleep: 60 }),
    untilAsleep,
  );
  expect(result).toMatchObject({ status: "partial", answer: "First.", answer_source: { reason: "first" } });
});

test("a crash brings back what lay on disk, with the reason and the last lines of output", async () => {
  const task = script(
    ...answers,
    { status: teamStatus("initial_answer") },
    { print: "about to fail" },
    { exit: 7 },
  );
  const result = await runToItsEnd(task);
  expect(result).toMatchObject({ status: "error", success: false, answer: "First." });
  expect(result.error).toMatch(/exited with code 7[^]*about to fail/);
});

test("an engine that is not there is an error that says so", async () => {
  const manager = managerOf({
    ...scriptedOptions(),
    engine: { kind: "retinue-child", command: ["no-such-engine"] },
  });
  const result = await (await manager.spawn({ task: "x" })).result;
  expect(result).toMatchObject({
    status: "error",
    answer: null,
    error: expect.stringMatching(/not found.*127/),
  });
});

test("an exit 0 by which nobody ever answered is an error", async () => {
  const nobody = {
    ...teamStatus("initial_answer"),
    agents: { alpha: { answer_count: 0 } },
    historical_workspaces: [],
  };
  const result = await runToItsEnd(
    script({ status: nobody }, { output: "❌ API error" }, { print: "stub failure" }),
  );
  expect(result).toMatchObject({ status: "error", success: false, answer: null });
  expect(result.error).toContain("ended without an answer");
});

test(`a cancelled run is recovered, and listed as cancelled ${verifies("CANCELLED-JOB")}`, async () => {
  const manager = managerOf(scriptedOptions());
  const spawned = await manager.spawn({
    task: script(...answers, { status: teamStatus("initial_answer") }, { sleep: 30 }),
    subagent_id: "a",
  });
  await spawned.progress()[Symbol.asyncIterator]().next();
  const result = await manager.cancel("a");
  expect(result).toMatchObject({ status: "partial", answer: "First." });
  expect(await spawned.result).toEqual(result);
  expect(await manager.list()).toMatchObject([{ subagent_id: "a", status: "cancelled" }]);
  expect(await manager.result("a")).toEqual(result);
});

test("a run that waits for its place can be cancelled", async () => {
  const manager = managerOf({ ...scriptedOptions(), maxConcurrent: 1 });
  const first = await manager.spawn({ task: script({ sleep: 20 }), subagent_id: "first" });
  const second = await manager.spawn({ task: script({ output: "x" }), subagent_id: "second" });
  expect(await manager.cancel("second")).toMatchObject({ status: "timeout", answer: null });
  expect(await second.result).toMatchObject({ subagent_id: "second" });
  await manager.cancel("first");
  await first.result;
});
