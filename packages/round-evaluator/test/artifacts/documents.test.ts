import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { nextTasksSchema, verdictSchema } from "../../src/index.ts";
import { nextTasks, verdict } from "../artifact-texts.ts";

const [task] = nextTasks.tasks;
const problems = (schema: typeof nextTasksSchema | typeof verdictSchema, value: unknown) => [
  ...new Set(schema.safeParse(value).error?.issues.map(({ path }) => path.join("."))),
];

test("a verdict as MassGen's evaluators write it", () => {
  expect(verdictSchema.parse({ ...verdict, verdict: " Iterate ", preserve: ["x"] })).toEqual({
    ...verdict,
    preserve: ["x"],
  });
});

test.each([
  ["another verdict", { ...verdict, verdict: "stop" }, "verdict"],
  ["no scores", { ...verdict, scores: {} }, "scores"],
  ["a score that is text", { ...verdict, scores: { E1: "4" } }, "scores.E1"],
  ["a score over ten", { ...verdict, scores: { E1: 11 } }, "scores.E1"],
])(`a verdict with %s is not valid ${verifies("EVALUATOR-VERDICT")}`, (_what, value, place) => {
  expect(problems(verdictSchema, value)).toEqual([place]);
});

test("valid tasks keep what they hold beyond the schema", () => {
  const extended = { ...nextTasks, evolved_prompt: { prompt: "p" }, tasks: [{ ...task, chunk: "c1" }] };
  expect(nextTasksSchema.parse(extended)).toEqual(extended);
});

test.each<[what: string, value: unknown, place: string]>([
  ["no tasks", { ...nextTasks, tasks: [] }, "tasks"],
  ["no thesis", { ...nextTasks, objective: "", primary_strategy: " " }, "primary_strategy"],
  ["an unknown strategy mode", { ...nextTasks, strategy_mode: "both" }, "strategy_mode"],
  ["no success contract", { ...nextTasks, success_contract: undefined }, "success_contract"],
  [
    "a contract that nothing can break",
    { ...nextTasks, success_contract: { ...nextTasks.success_contract, fail_if_any: [] } },
    "success_contract.fail_if_any",
  ],
  [
    "an unknown ceiling",
    { ...nextTasks, approach_assessment: { ceiling_status: "low" } },
    "approach_assessment.ceiling_status",
  ],
  [
    "a task that is not verified",
    { ...nextTasks, tasks: [{ ...task, verification: undefined }] },
    "tasks.0.verification",
  ],
  [
    "a task without evidence",
    { ...nextTasks, tasks: [{ ...task, required_evidence: [" "] }] },
    "tasks.0.required_evidence.0",
  ],
  [
    "a shift that no task makes",
    { ...nextTasks, tasks: [{ ...task, strategy_role: "supporting_fix" }] },
    "tasks",
  ],
])(`next tasks with %s are not valid ${verifies("EVALUATOR-NEXT-TASKS")}`, (_what, value, place) => {
  expect(problems(nextTasksSchema, value)).toEqual([place]);
});
