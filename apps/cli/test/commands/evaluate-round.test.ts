import { temporaryDirectory, verifies } from "@retinue/testkit";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { retinue } from "../retinue.ts";

const judge = join(import.meta.dirname, "../../../../packages/round-evaluator/test/programs/judge.mjs");

/** A directory of two answers, and a configuration whose evaluator team are two programs. */
function tryOut(mode: string, coordination: object = {}) {
  const base = temporaryDirectory();
  const answers = join(base, "answers");
  mkdirSync(join(answers, "agent1.1"), { recursive: true });
  writeFileSync(join(answers, "agent1.1/answer.md"), "The list is in list.txt.");
  writeFileSync(join(answers, "agent1.1/list.txt"), "b\na\n");
  writeFileSync(join(answers, "plain.md"), "b, a");
  const agents = ["judge_a", "judge_b"].map((id) => ({
    id,
    backend: { type: "command", command: [process.execPath, judge, mode] },
  }));
  const configuration = {
    agents: [{ id: "lead", backend: { type: "command", command: ["true"] } }],
    orchestrator: {
      voting_sensitivity: "checklist_gated",
      coordination: {
        enable_subagents: true,
        subagent_runtime_mode: "inherited",
        round_evaluator_before_checklist: true,
        orchestrator_managed_round_evaluator: true,
        subagent_types: ["round_evaluator"],
        subagent_min_timeout: 1,
        subagent_orchestrator: { enabled: true, agents },
        ...coordination,
      },
    },
  };
  const config = join(base, "retinue.yaml");
  writeFileSync(config, JSON.stringify(configuration));
  const run = (...more: string[]) =>
    retinue(
      "evaluate-round",
      answers,
      "--config",
      config,
      "--workspace",
      base,
      "--task",
      "Sort it.",
      ...more,
    );
  return { base, run };
}

describe("retinue evaluate-round", () => {
  test(`a real team of programs gives the round its thesis ${verifies("EVALUATOR-CORE")}`, () => {
    const { base, run } = tryOut("whole");
    const { status, stdout, stderr } = run("--criterion", "It is sorted", "It is short");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^round 2: core \(the evaluator came back completed\)\n/);
    expect(stdout).toContain(`workspace: ${base}/subagents/round_eval_r2/workspace\n`);
    expect(stdout).toMatch(/sort: Sort it, says judge_[^]*get_task_plan/);
    expect(stderr).not.toContain("Error");
  });

  test(`as JSON, with what every path carries ${verifies("EVALUATOR-DEGRADED")}`, () => {
    const { stdout, status } = tryOut("no-tasks").run("--json", "--round", "4");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      path: "degraded_fallback",
      round: 4,
      packet: { sections: { cross_answer_synthesis: "of agent1.1 and plain.md" }, missing: [] },
      result: { subagent_id: "round_eval_r4" },
    });
  });

  test(`cut off without a packet: exit code 1 ${verifies("EVALUATOR-TIMEOUT")}`, () => {
    const { status, stdout } = tryOut("hang").run("--timeout", "2", "--json");
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ path: "parent_checklist", because: "timeout" });
  });

  test("round 1 starts nothing, which is no success", () => {
    expect(tryOut("whole").run("--round", "1")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("Nothing is due in round 1"),
    });
  });

  test.each([
    ["a constraint that is not met", { subagent_types: ["explorer"] }, [], /round_evaluator/],
    ["a round that is none", {}, ["--round", "x"], /round/],
  ])("%s is refused, with exit code 2", (_what, coordination, more, message) => {
    const { status, stdout, stderr } = tryOut("whole", coordination).run(...more);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });
});
