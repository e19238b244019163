import { verifies } from "@retinue/testkit";
import { parseRunRecord } from "@retinue/engine-contract";
import type { SubagentResult } from "@retinue/status-model";
import { existsSync, globSync, lstatSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { managerOf, script, scriptedOptions, teamStatus, untilAsleep } from "./workspace.ts";

const answers = [{ snapshot: ["alpha", "First."] }, { snapshot: ["beta", "Second."] }] as const;
const presenting = teamStatus("presentation", { votes: { "agent1.1": 2 }, winner: "alpha" });

/** What run.json, the registry and the list say of a run that was stopped at its deadline. */
async function recordedAfterTimeout(task: string) {
  const options = scriptedOptions();
  const manager = managerOf(options);
  const result = await (await manager.spawn({ task, subagent_id: "a", timeout_seconds: untilAsleep })).result;
  const record = parseRunRecord(readFileSync(join(result.log_path as string, "run.json"), "utf8"));
  const [row] = await manager.list();
  const registry = join(options.workspace, "subagents/_registry.json");
  return {
    result,
    recorded: record.runs[0]?.result as SubagentResult,
    registered: () => JSON.parse(readFileSync(registry, "utf8")).subagents[0],
    row,
    manager,
  };
}

describe(`what is recorded follows from the recovery ${verifies("CONSISTENT")}`, () => {
  test.each([
    [
      verifies("CONSISTENT-COMPLETE"),
      script(...answers, { status: presenting }, { sleep: 60 }),
      "completed_but_timeout",
      "First.",
      100,
    ],
    [
      verifies("CONSISTENT-PARTIAL"),
      script(...answers, { status: teamStatus("initial_answer") }, { sleep: 60 }),
      "partial",
      "First.",
      100,
    ],
    [verifies("CONSISTENT-NOTHING"), script({ sleep: 60 }), "timeout", null, undefined],
  ])("%s", async (_ids, task, status, answer, tokens) => {
    const { result, recorded, registered, row, manager } = await recordedAfterTimeout(task);
    expect(recorded).toEqual(result);
    expect(await manager.result(row?.subagent_id as string)).toEqual(result);
    expect([result.status, row?.status]).toEqual([status, status]);
    // A projection: the result does not wait for it.
    await expect.poll(() => registered().status).toBe(status);
    for (const each of [row, registered()]) expect(each.token_usage ?? {}).toEqual(result.token_usage);
    expect([result.answer, result.token_usage.input_tokens]).toEqual([answer, tokens]);
  });
});

describe(`no status.json but the engine's ${verifies("OUTER-NONE", "OUTER-NOT-CREATED", "OUTER-NO-WRITER")}`, () => {
  test.each([
    ["completes", script(...answers, { status: presenting }, { output: "x" })],
    ["is cut off", script(...answers, { status: presenting }, { sleep: 60 })],
    ["fails", script({ status: presenting }, { exit: 3 })],
    ["never writes one", script({ exit: 3 })],
  ])("when a run %s", async (_how, task) => {
    const options = scriptedOptions();
    const spawned = await managerOf(options).spawn({ task, timeout_seconds: untilAsleep });
    const { log_path } = await spawned.result;
    const found = globSync("**/status.json", { cwd: log_path as string }).filter(
      (path) => !path.startsWith("full_logs"),
    );
    expect(found.every((path) => path.startsWith("live_logs/log_"))).toBe(true);
    expect(existsSync(join(log_path as string, "status.json"))).toBe(false);
    expect(globSync("subagents/**/status.json", { cwd: options.workspace })).toEqual([]);
  });
});

test(`the log directory has the simplified structure ${verifies("LAYOUT", "LAYOUT-FILES")}`, async () => {
  const manager = managerOf(scriptedOptions());
  const task = script(...answers, { status: presenting }, { output: "x" });
  const { result, workspace } = await manager.spawn({ task });
  const log = (await result).log_path as string;
  expect(readlinkSync(join(log, "full_logs"))).toMatch(/^live_logs\/log_\d+_\d+_\d+\/turn_1\/attempt_1$/);
  expect(lstatSync(join(log, "workspace")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(log, "workspace/answer.txt"), "utf8")).toBe(
    readFileSync(join(workspace, "answer.txt"), "utf8"),
  );
  for (const path of [
    "conversation.jsonl",
    "full_logs/status.json",
    "full_logs/alpha/20260102_030400_000001/answer.txt",
  ]) {
    expect([path, existsSync(join(log, path))]).toEqual([path, true]);
  }
});
