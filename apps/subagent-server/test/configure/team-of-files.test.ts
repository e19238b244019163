import { temporaryDirectory } from "@retinue/testkit";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { managerSettings } from "../../src/configure/manager-settings.ts";
import type { FlagValues } from "../../src/flags/parse-flags.ts";

function settings(directory: string, flags: FlagValues = {}, logged: string[] = []) {
  const log = (line: string) => logged.push(line);
  return managerSettings({ flags, directory, environment: { PATH: "" }, log });
}
function written(directory: string, name: string, content: unknown): string {
  writeFileSync(join(directory, name), JSON.stringify(content));
  return join(directory, name);
}
const helper = { id: "helper", backend: { type: "command", command: ["true"] } };

test("agents keep the teams of their subagents", async () => {
  const directory = temporaryDirectory();
  const agents = [{ id: "lead", backend: { type: "openai" }, subagent_agents: [helper] }];
  const { options } = await settings(directory, {
    "agent-configs-file": written(directory, "a.json", agents),
  });
  expect(options).toMatchObject({ agents, parentAgentId: "lead", engine: { kind: "retinue-child" } });
});

test("subagent_orchestrator: its file wins over the inline text, and both over the coordination file", async () => {
  const directory = temporaryDirectory();
  const orchestrator = (max_new_answers: number) => ({ enabled: true, max_new_answers });
  const coordination = written(directory, "c.json", { subagent_orchestrator: orchestrator(1) });
  const max = async (flags: FlagValues) => {
    const { options } = await settings(directory, { "coordination-config-file": coordination, ...flags });
    return options.coordination?.subagent_orchestrator?.max_new_answers;
  };
  expect(await max({ "orchestrator-config": "{}" })).toBe(1);
  expect(await max({ "orchestrator-config": JSON.stringify(orchestrator(2)) })).toBe(2);
  const file = written(directory, "o.json", orchestrator(3));
  expect(
    await max({ "orchestrator-config": JSON.stringify(orchestrator(2)), "orchestrator-config-file": file }),
  ).toBe(3);
});

test("a configuration hands over what children take from it, and says what has no effect", async () => {
  const directory = temporaryDirectory();
  const logged: string[] = [];
  written(directory, "retinue.yaml", {
    agent: { id: "solo", backend: { type: "openai" } },
    timeout_settings: { initial_round_timeout_seconds: 600 },
    orchestrator: {
      context_paths: ["docs", { path: "src" }],
      coordination: { subagent_typos: 1, subagent_default_timeout: 900 },
    },
  });
  const { options } = await settings(directory, {}, logged);
  expect(options).toMatchObject({
    agents: [{ id: "solo" }],
    contextPaths: [{ path: join(directory, "docs") }, { path: join(directory, "src") }],
    coordination: {
      voting_sensitivity: "lenient",
      parent_round_timeouts: { initial_round_timeout_seconds: 600, round_timeout_grace_seconds: 120 },
    },
    timeouts: { maxSeconds: 900 },
  });
  expect(logged).toEqual([
    expect.stringContaining("subagent_typos: is not a key"),
    expect.stringContaining("the maximum was raised to 900"),
  ]);
});

test.each([
  [
    "agent-configs-file",
    [{ id: "a", backend: { type: "x" }, subagent_agents: [{ id: "b" }] }],
    /\[0\]\.subagent_agents\[0\]\.backend/,
  ],
  [
    "coordination-config-file",
    { subagent_round_timeouts: { initial_round_timeout_seconds: 0 } },
    /initial_round_timeout_seconds/,
  ],
  ["orchestrator-config-file", { shared_child_team_types: "*" }, /shared_child_team_types/],
  ["context-paths-file", [{ permission: "read" }], /\[0\]/],
] as const)("--%s of another shape is refused by key", async (flag, content, problem) => {
  const directory = temporaryDirectory();
  await expect(settings(directory, { [flag]: written(directory, "f.json", content) })).rejects.toMatchObject({
    code: "INVALID_FILE",
    message: expect.stringMatching(problem),
  });
});
