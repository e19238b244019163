import { createSubagentManager } from "@retinue/runtime";
import { childConfigPath, temporaryDirectory, verifies } from "@retinue/testkit";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { evaluateRound } from "../src/index.ts";
import { managedConfiguration } from "./managed-configuration.ts";

const child = join(import.meta.dirname, "../../../apps/child/dist/main.js");
const judge = join(import.meta.dirname, "programs/judge.mjs");

/** A parent with two judges in the shared pool, whose engine is the real one. */
function parent(mode: string) {
  if (!existsSync(child)) throw new Error(`${child} is missing: build the repository first`);
  const base = temporaryDirectory();
  const workspace = join(base, "workspace");
  const temporaryWorkspace = join(base, "temp_workspaces");
  const answer = join(temporaryWorkspace, "agent1");
  for (const directory of [workspace, answer]) mkdirSync(directory, { recursive: true });
  writeFileSync(join(answer, "list.txt"), "b\na\n");
  const judges = ["judge_a", "judge_b"].map((id) => ({
    id,
    backend: { type: "command", command: [process.execPath, judge, mode] },
  }));
  const configuration = managedConfiguration({ subagent_orchestrator: { enabled: true, agents: judges } });
  return { workspace, temporaryWorkspace, answer, configuration };
}

function evaluated(mode: string, timeoutSeconds: number) {
  const { workspace, temporaryWorkspace, answer, configuration } = parent(mode);
  // #region example
  const manager = createSubagentManager({
    workspace,
    temporaryWorkspace,
    agents: configuration.agents,
    coordination: configuration.orchestrator.coordination,
    engine: { kind: "retinue-child", command: [process.execPath, child] },
    runtimeMode: "inherited",
    timeouts: { defaultSeconds: 100, minSeconds: 1, maxSeconds: 100, warnings: [] },
    environment: process.env,
  });
  const decision = evaluateRound(
    {
      round: 2,
      task: "Write a sorted list.",
      criteria: [{ id: "E1", text: "The lines are in order", verify_by: "sort -c" }],
      answers: [{ label: "agent1.1", text: "The list is in list.txt.", path: answer }],
      temporaryWorkspace,
      timeoutSeconds,
    },
    {
      configuration,
      spawn: async (task, options) => (await manager.spawn(task, options)).result,
    },
  );
  // #endregion
  onTestFinished(() => manager.close());
  return { decision, workspace, temporaryWorkspace };
}

test(`a real team of two judges: one synthesised packet, one thesis ${verifies("EVALUATOR-CORE", "EVALUATOR-BLOCKING", "EVALUATOR-PRESENTER", "EVALUATOR-TEMP-WORKSPACE")}`, async () => {
  const { decision, workspace, temporaryWorkspace } = evaluated("whole", 100);
  const decided = await decision;
  expect(decided).toMatchObject({
    path: "core",
    packet: { missing: [], sections: { preserve: expect.stringMatching(/^presented by judge_/) } },
    verdict: { value: { verdict: "iterate", scores: { E1: 4 } } },
    next_tasks: { value: { primary_strategy: "sort_once", tasks: [{ id: "sort" }] } },
    instructions: expect.stringContaining("sort_once"),
    result: { status: "completed", subagent_id: "round_eval_r2" },
    warnings: [],
  });
  const run = join(workspace, "subagents/round_eval_r2/workspace");
  const { agents, orchestrator } = parse(readFileSync(childConfigPath(run), "utf8"));
  expect(agents.map(({ id }: { id: string }) => id)).toEqual(["judge_a", "judge_b"]);
  expect(orchestrator).toMatchObject({
    final_answer_strategy: "synthesize",
    skip_final_presentation: false,
    max_new_answers_per_agent: 1,
  });
  expect(orchestrator.context_paths).toContainEqual({ path: temporaryWorkspace, permission: "read" });
  const [prompt = ""] = globSync("agent_1*/prompt-answer.txt", { cwd: run }).map((path) =>
    readFileSync(join(run, path), "utf8"),
  );
  expect(prompt).toMatch(/^You evaluate a round\./);
  expect(prompt).toContain("The list is in list.txt.");
  // A quick run of judges goes straight to the presenter.
  const stages = globSync("agent_*/prompt-*.txt", { cwd: run }).map((path) => basename(path));
  expect([...new Set(stages)].toSorted()).toEqual(["prompt-answer.txt", "prompt-present.txt"]);
});

test(`the team leaves no valid tasks: the packet is the basis ${verifies("EVALUATOR-DEGRADED")}`, async () => {
  const [none, broken] = await Promise.all([
    evaluated("no-tasks", 100).decision,
    evaluated("broken-tasks", 100).decision,
  ]);
  expect(none).toMatchObject({ path: "degraded_fallback", packet: { missing: [] }, warnings: [] });
  expect(broken).toMatchObject({
    path: "degraded_fallback",
    warnings: [expect.stringMatching(/next_tasks\.json is not valid: tasks/)],
  });
});

test(`the team is cut off before its packet: the parent's own checklist ${verifies("EVALUATOR-TIMEOUT")}`, async () => {
  const decision = await evaluated("hang", 2).decision;
  expect(decision).toMatchObject({
    path: "parent_checklist",
    because: "timeout",
    result: { status: "timeout" },
  });
});
