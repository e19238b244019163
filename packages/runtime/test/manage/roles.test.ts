import { childConfigPath, verifies } from "@retinue/testkit";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { managerOf, script, scriptedOptions } from "./workspace.ts";

const done = script({ output: "done" });

function project(types: string[] | null, profiles: Record<string, string> = {}) {
  const said: string[] = [];
  const options = {
    ...scriptedOptions(),
    coordination: { subagent_types: types },
    log: (message: string) => said.push(message),
  };
  for (const [name, text] of Object.entries(profiles)) {
    const directory = join(options.workspace, ".agent/subagent_types", name);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "SUBAGENT.md"), text);
  }
  return { manager: managerOf(options), options, said };
}

function started(workspace: string, run = 0): string {
  const lines = readFileSync(join(workspace, "starts.log"), "utf8").trimEnd().split("\n");
  return (JSON.parse(lines[run] ?? "null") as { prompt: string }).prompt;
}

function childCoordination(workspace: string): Record<string, unknown> {
  return parse(readFileSync(childConfigPath(workspace), "utf8")).orchestrator.coordination;
}

const reviewer =
  "---\nname: Reviewer\ndescription: Reviews\nskills: [semtools, file-search]\n---\nYou review.\n";

test("a type puts its text before the prompt and switches its skills on in MassGen's keys, whatever the case", async () => {
  const { manager } = project(["reviewer"], { reviewer });
  const { workspace, result } = await manager.spawn({ task: done, subagent_type: "REVIEWER" });
  expect(await result).toMatchObject({ status: "completed" });
  expect(started(workspace)).toMatch(/^You review\.\n\n## You are a subagent/);
  expect(childCoordination(workspace)).toMatchObject({
    use_skills: true,
    massgen_skills: ["semtools", "file-search"],
    enabled_skill_names: ["semtools", "file-search"],
  });
});

test("a built-in type needs no file, and MassGen's alias names it as well", async () => {
  const { manager } = project(null);
  const { workspace, result } = await manager.spawn({ task: done, subagent_name: "explorer" });
  await result;
  expect(started(workspace)).toMatch(/^You are an explorer\. /);
  expect(childCoordination(workspace)).not.toHaveProperty("use_skills");
});

test(`the task's own system_prompt and skills win ${verifies("TYPE-EXPLICIT-WINS")}`, async () => {
  const { manager } = project(["reviewer"], { reviewer });
  const task = { task: done, subagent_type: "reviewer", system_prompt: "You count.", skills: ["own"] };
  const { workspace, result } = await manager.spawn(task);
  await result;
  expect(started(workspace)).toMatch(/^You count\.\n\n## You are/);
  expect(started(workspace)).not.toContain("You review");
  expect(childCoordination(workspace)).toMatchObject({ enabled_skill_names: ["own"] });
});

const broken = { critic: "---\ndescription: c\ndefault_refine: true\n---\nYou criticise.\n" };

test.each([
  [
    "one that does not exist",
    null,
    {},
    "wizard",
    /Task 2 .*"wizard".*there are explorer, researcher, evaluator, critic$/,
  ],
  ["one that is not active", ["explorer"], { reviewer }, "reviewer", /"reviewer".*there are explorer$/],
  ["any, when none is active", [], {}, "explorer", /there are none$/],
  ["one whose file is broken", null, broken, "Critic", /profile is broken: .*unknown key default_refine/],
])(
  `refuses %s, and starts nothing ${verifies("TYPE-UNKNOWN-REFUSED")}`,
  async (_what, types, profiles, type, message) => {
    const { manager } = project(types, profiles);
    await expect(
      manager.spawnParallel([{ task: done }, { task: done, subagent_type: type }]),
    ).rejects.toMatchObject({
      code: "UNKNOWN_SUBAGENT_TYPE",
      message: expect.stringMatching(message),
      remedy: expect.any(String),
    });
    expect(await manager.list()).toEqual([]);
  },
);

test(`what is wrong with the profiles is said once, and a mended one counts at the next spawn ${verifies("TYPES-UNKNOWN")}`, async () => {
  const { manager, options, said } = project(["wizard", "mine"], { mine: "nothing" });
  await (
    await manager.spawn({ task: done })
  ).result;
  expect(said).toEqual([expect.stringContaining('"wizard"'), expect.stringContaining("no front matter")]);
  const task = { task: done, subagent_type: "mine" };
  await expect(manager.spawn(task)).rejects.toMatchObject({ code: "UNKNOWN_SUBAGENT_TYPE" });
  await expect(manager.spawn(task)).rejects.toMatchObject({ code: "UNKNOWN_SUBAGENT_TYPE" });
  expect(said).toEqual([expect.stringContaining('"wizard"'), expect.stringContaining("no front matter")]);
  writeFileSync(
    join(options.workspace, ".agent/subagent_types/mine/SUBAGENT.md"),
    reviewer.replace("Reviewer", "mine"),
  );
  const { workspace, result } = await manager.spawn(task);
  await result;
  expect(started(workspace)).toMatch(/^You review\./);
});

test("a continuation without a saved session is told its role again", async () => {
  const { manager } = project(["reviewer"], { reviewer });
  const { subagentId, workspace, result } = await manager.spawn({ task: done, subagent_type: "reviewer" });
  await result;
  await (
    await manager.continue(subagentId, done)
  ).result;
  expect(started(workspace, 1)).toMatch(/^You review\.\n\n## You are a subagent and go on/);
});
