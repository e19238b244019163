import type { SubagentResult } from "@retinue/status-model";
import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import type { NextTasks } from "../../src/index.ts";
import { instructions } from "../../src/instruct/instructions.ts";
import { nextTasks } from "../artifact-texts.ts";

const result: SubagentResult = {
  subagent_id: "round_eval_r2",
  status: "completed",
  success: true,
  answer: "See the files.",
  workspace: "/workspace",
  execution_time_seconds: 1,
  error: null,
  token_usage: {},
};

/** What a parent is told of a plan with these tasks, which goes by the core path. */
function told(tasks: readonly object[], types = ["Novelty", "explorer"]): string {
  const value = { ...nextTasks, tasks } as NextTasks;
  const way = {
    path: "core",
    next_tasks: { path: "/workspace/next_tasks.json", value },
    packet: undefined,
  } as const;
  return instructions(way, result, types);
}

test(`with novelty active, a plan without a transformative change leads to it ${verifies("NOVELTY-SUGGESTED")}`, () => {
  const [task] = nextTasks.tasks;
  const polish = [
    { ...task, strategy_role: "supporting_fix", metadata: { impact: "structural" } },
    { ...task, strategy_role: null },
  ];
  expect(told(polish)).toMatch(
    /None of the 2 planned changes is transformative.*type novelty, in the background/,
  );
  expect(told(polish, ["explorer"])).not.toContain("novelty");
  const bold = { ...task, strategy_role: null, metadata: { impact: "transformative" } };
  expect(told([...polish, bold])).not.toContain("novelty");
  expect(told(nextTasks.tasks)).not.toContain("novelty");
});
