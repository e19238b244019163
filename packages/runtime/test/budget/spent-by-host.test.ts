import { budgetExitCode, engineArguments, supervisorFiles, type LoggedCall } from "@retinue/engine-contract";
import { childConfigPath } from "@retinue/testkit";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plainHost } from "../delegate/plain-host.ts";
import { managerOf, script, scriptedOptions, teamStatus } from "../manage/workspace.ts";

const engine = new URL("../programs/scripted-engine.ts", import.meta.url).pathname;

const spent = {
  requests: 3,
  input_tokens: 900,
  cached_input_tokens: 0,
  output_tokens: 100,
  cost: 0.3,
  unpriced: 0,
  estimated: 1,
};

const call: LoggedCall = {
  at: "2026-01-01T00:00:00.000Z",
  route: "openai",
  model: "m",
  status: 200,
  whole: true,
  seconds: 1,
  spent,
  total: spent,
};

test("of a delegated run the broker's count is what was spent, and the request carries its budget", async () => {
  const host = plainHost(
    ({ task, answer_file, workspace }) => [
      process.execPath,
      engine,
      ...engineArguments({ config: childConfigPath(workspace), outputFile: answer_file, prompt: task }),
    ],
    { spent, calls: [call] },
  );
  const manager = managerOf({
    ...scriptedOptions(),
    runtimeMode: "delegated",
    delegationDirectory: host.outbox,
    isContainer: () => true,
    coordination: { subagent_max_cost: 0.25, subagent_max_total_cost: 0.5 },
  });
  const cutOff = script(
    { snapshot: ["alpha", "half"] },
    { status: teamStatus("initial_answer") },
    { exit: budgetExitCode },
  );
  const { result } = await manager.spawn({ task: cutOff, subagent_id: "a" });
  const { log_path: logPath = "", ...cut } = await result;
  expect(cut).toMatchObject({
    status: "partial",
    answer: "half",
    token_usage: { estimated_cost: 0.25 },
    // What the engine says stands beside it where it differs.
    budget: {
      max_cost: 0.25,
      spent_cost: 0.3,
      reported_cost: 0.25,
      spent_tokens: 1000,
      reported_tokens: 110,
      left_cost: 0,
      held_by: "broker",
    },
  });
  const calls = readFileSync(join(logPath, "supervisor/run_1", supervisorFiles.calls), "utf8");
  expect(calls).toBe(`${JSON.stringify(call)}\n`);
  const record: unknown = JSON.parse(readFileSync(join(logPath, "run.json"), "utf8"));
  expect(record).toMatchObject({ runs: [{ models: spent }] });
  expect(host.ran[0]?.yaml_config).toMatchObject({ budget: { max_cost: 0.25 } });
  // What the broker counted is what is left of the parent's.
  const further = await manager.spawn({ task: script({ output: "done" }), subagent_id: "b" });
  expect(await further.result).toMatchObject({ budget: { max_cost: expect.closeTo(0.2) as number } });
});
