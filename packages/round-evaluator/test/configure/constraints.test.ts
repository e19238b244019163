import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { configurationProblems, evaluateRound } from "../../src/index.ts";
import { managedConfiguration } from "../managed-configuration.ts";

const round = { round: 2, task: "t", answers: [{ label: "agent1.1", text: "a" }] };
const neverSpawn = async (): Promise<never> => {
  throw new Error("it must not be started");
};
const started = (configuration: unknown) => evaluateRound(round, { configuration, spawn: neverSpawn });
const valid = managedConfiguration();
const { orchestrator } = valid;

test("a configuration that meets the constraints has no problems", () => {
  expect(configurationProblems(valid)).toEqual([]);
});

test.each<[what: string, configuration: unknown, code: string, message: RegExp]>([
  [
    "two parents",
    { ...valid, agents: [...valid.agents, { id: "b" }] },
    "NOT_ONE_PARENT",
    /exactly one parent agent, there are 2/,
  ],
  ["no parent", { orchestrator }, "NOT_ONE_PARENT", /exactly one parent agent, there are 0/],
  [
    "another voting sensitivity",
    { ...valid, orchestrator: { ...orchestrator, voting_sensitivity: "lenient" } },
    "NOT_CHECKLIST_GATED",
    /voting_sensitivity is "lenient"/,
  ],
  [
    "no subagents",
    managedConfiguration({ enable_subagents: false }),
    "SUBAGENTS_DISABLED",
    /enable_subagents is false/,
  ],
  [
    "no subagent orchestrator",
    managedConfiguration({ subagent_orchestrator: undefined }),
    "SUBAGENT_ORCHESTRATOR_DISABLED",
    /enabled is not set/,
  ],
  [
    "the default types",
    managedConfiguration({ subagent_types: null }),
    "TYPE_NOT_ACTIVE",
    /subagent_types is null/,
  ],
  [
    "other types",
    managedConfiguration({ subagent_types: ["explorer"] }),
    "TYPE_NOT_ACTIVE",
    /\["explorer"\]/,
  ],
])(
  `%s: refused with an error of its own, and nothing is started ${verifies("EVALUATOR-CONSTRAINTS")}`,
  async (_what, configuration, code, message) => {
    const matching = { code, message: expect.stringMatching(message), remedy: expect.stringMatching(/\w/) };
    expect(configurationProblems(configuration)).toMatchObject([matching]);
    await expect(started(configuration)).rejects.toMatchObject(matching);
  },
);

test(`not reserved for the orchestrator: refused ${verifies("EVALUATOR-MANAGED")}`, async () => {
  const configuration = managedConfiguration({ orchestrator_managed_round_evaluator: false });
  await expect(started(configuration)).rejects.toMatchObject({ code: "NOT_ORCHESTRATOR_MANAGED" });
});

test.each([
  [
    { round_evaluator_transformation_pressure: "brutal" },
    /pressure is "brutal"/,
    /gentle, balanced, aggressive/,
  ],
  [{ round_evaluator_refine: "yes" }, /refine is "yes"/, /true or false/],
])("the setting %j is refused by its value", async (coordination, message, remedy) => {
  await expect(started(managedConfiguration(coordination))).rejects.toMatchObject({
    code: "INVALID_SETTING",
    message: expect.stringMatching(message),
    remedy: expect.stringMatching(remedy),
  });
});

test("several at once are all named", async () => {
  const configuration = { orchestrator: { coordination: { round_evaluator_before_checklist: true } } };
  await expect(started(configuration)).rejects.toMatchObject({
    code: "NOT_ONE_PARENT",
    message: expect.stringMatching(
      /there are 0.*voting_sensitivity.*enable_subagents.*enabled.*subagent_types.*managed/,
    ),
    details: { codes: expect.arrayContaining(["TYPE_NOT_ACTIVE", "NOT_ORCHESTRATOR_MANAGED"]) },
  });
});

test(`not switched on, or round 1: nothing is started ${verifies("EVALUATOR-ROUND-1")}`, async () => {
  expect(await started({ agents: [] })).toMatchObject({
    path: "not_due",
    reason: expect.stringContaining("not switched"),
  });
  const first = evaluateRound(
    { round: 1, task: "t", answers: [] },
    { configuration: valid, spawn: neverSpawn },
  );
  expect(await first).toMatchObject({ path: "not_due", reason: expect.stringContaining("first answer") });
});

test.each([
  [{ round: 0, task: "t", answers: [] }, /round/],
  [{ round: 2, task: " ", answers: [{ label: "a", text: "x" }] }, /task: must hold text/],
  [{ round: 2, task: "t", answers: [] }, /answers: there are none for round 2/],
  [
    { round: 2, task: "t", answers: [{ label: "a", text: "x", path: "rel" }] },
    /answers\[0\]\.path: must be an absolute path/,
  ],
])("a round that cannot be is refused: %j", async (input, message) => {
  await expect(evaluateRound(input, { configuration: valid, spawn: neverSpawn })).rejects.toMatchObject({
    code: "INVALID_ROUND",
    message: expect.stringMatching(message),
  });
});
