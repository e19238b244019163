import { childConfigPath, verifies } from "@retinue/testkit";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SubagentManagerOptions } from "../../src/configure/manager-options.ts";
import { managerOf, script, scriptedOptions } from "./workspace.ts";

const backend = { type: "command", command: ["true"] };
const agents = [
  { id: "lead", backend, subagent_agents: [{ id: "helper", backend }] },
  { id: "second", backend },
];
const orchestrator = {
  agents: [
    { id: "judge_a", backend },
    { id: "judge_b", backend },
  ],
};
const fine = { task: script({ output: "done" }) };

function managed(more: Partial<SubagentManagerOptions>) {
  const options = { ...scriptedOptions(), agents, ...more };
  return { options, manager: managerOf(options) };
}

function childOf(workspace: string): { agents: { id: string }[]; orchestrator: Record<string, unknown> } {
  return JSON.parse(readFileSync(childConfigPath(workspace), "utf8"));
}

test.each([
  ["lead", undefined, ["helper"]],
  ["second", undefined, ["second"]],
  ["lead", "round_evaluator", ["judge_a", "judge_b"]],
  ["nobody", undefined, ["judge_a", "judge_b"]],
] as const)(
  `each task gets the team of its type: %s %s ${verifies("TEAM-1-SHARED", "TEAM-2-LOCAL", "TEAM-3-INHERITED", "TEAM-5-LAST-RESORT")}`,
  async (parentAgentId, type, team) => {
    const coordination = { subagent_orchestrator: orchestrator, subagent_types: ["round_evaluator"] };
    const { manager } = managed({ parentAgentId, coordination });
    const { workspace, result } = await manager.spawn({ ...fine, ...(type && { subagent_type: type }) });
    await result;
    expect(childOf(workspace).agents.map(({ id }) => id)).toEqual(team);
  },
);

test(`tasks of one call may get different teams, and a model is held against each ${verifies("TEAM-MODEL")}`, async () => {
  const coordination = { subagent_orchestrator: orchestrator, subagent_types: ["round_evaluator"] };
  const { manager } = managed({ parentAgentId: "lead", coordination });
  const evaluator = { ...fine, subagent_type: "round_evaluator" };
  await expect(
    manager.spawnParallel([
      { ...fine, model: "m" },
      { ...evaluator, model: "m" },
    ]),
  ).rejects.toMatchObject({
    code: "MODEL_REFUSED",
  });
  expect(await manager.list()).toEqual([]);
  const spawned = await manager.spawnParallel([{ ...fine, model: "m" }, evaluator]);
  await Promise.all(spawned.map(({ result }) => result));
  expect(spawned.map(({ workspace }) => childOf(workspace).agents.length)).toEqual([1, 2]);
});

test(`an evaluator reads the reference directory although the task leaves it out ${verifies("CHILD-EVALUATOR-TEMP")}`, async () => {
  const coordination = { subagent_types: ["round_evaluator"] };
  const { manager } = managed({ coordination, temporaryWorkspace: "/nowhere/temp" });
  const task = { ...fine, subagent_type: "round_evaluator", include_temp_workspace: false };
  const { workspace, result } = await manager.spawn(task);
  await result;
  expect(childOf(workspace).orchestrator["context_paths"]).toContainEqual({
    path: "/nowhere/temp",
    permission: "read",
  });
});

test.each([
  [undefined, true],
  [true, false],
])("parse_at_references %s: references in a task are literal: %s", async (parse_at_references, literal) => {
  const coordination = { subagent_orchestrator: { parse_at_references } };
  const { workspace, result } = await managed({ coordination }).manager.spawn(fine);
  await result;
  expect(JSON.parse(readFileSync(join(workspace, "starts.log"), "utf8"))).toMatchObject({ literal });
});

test.each([
  [true, false, 1],
  [false, true, 3],
  [false, null, 1],
])("a task's metadata.refine wins over the call's: %s, %s", async (ofCall, refine, answers) => {
  const coordination = { subagent_orchestrator: { agents: orchestrator.agents } };
  const { manager } = managed({ parentAgentId: "lead", coordination });
  const { workspace, result } = await manager.spawn({ ...fine, metadata: { refine } }, { refine: ofCall });
  expect((await result).warning).toBeUndefined();
  expect(childOf(workspace).orchestrator["max_new_answers_per_agent"]).toBe(answers);
});

test("keys of a task's metadata that have no effect are named in the result", async () => {
  const { manager } = managed({ parentAgentId: "lead" });
  const many = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`key_${n}${"x".repeat(100)}`, n]));
  const { result } = await manager.spawn({ ...fine, metadata: { evaluator_personas: [], ...many } });
  const { warning } = await result;
  expect(warning).toMatch(
    /^metadata has keys without effect: "evaluator_personas", "key_0x+", .* and 3 more$/,
  );
  expect(warning).not.toContain("x".repeat(61));
});
