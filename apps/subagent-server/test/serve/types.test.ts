import { childConfigPath, eventually, temporaryDirectory, verifies } from "@retinue/testkit";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { call, initialize, rawServer, replyOf } from "./raw-server.ts";

const listTools = { jsonrpc: "2.0", id: 2, method: "tools/list" };

/** Its answer is the prompt that it was given. */
const echo = [{ id: "echo", backend: { type: "command", command: ["cat"] } }];

function write(path: string, content: string | object): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function project(coordination: object = {}): string {
  const directory = temporaryDirectory("retinue-types-");
  const orchestrator = { coordination: { subagent_runtime_mode: "inherited", ...coordination } };
  write(join(directory, "retinue.yaml"), { agents: echo, orchestrator });
  return directory;
}

type Tools = { tools: { name: string; description: string }[] };

async function described(server: ReturnType<typeof rawServer>): Promise<string> {
  server.send(initialize);
  server.send(listTools);
  const { tools } = (await eventually("the tools", () => replyOf(server, 2))) as unknown as Tools;
  return tools[0]?.description ?? "";
}

const evaluator =
  "---\nname: Evaluator\ndescription: Checks\nskills: [webapp-testing]\n---\nYou check pages.\n";

test(`a spawn with subagent_type evaluator reaches the child with role prompt and skills ${verifies("TYPE-INJECTED", "TYPES-DESCRIBED")}`, async () => {
  const directory = project();
  const server = rawServer({ cwd: directory });
  const description = await described(server);
  for (const type of ["explorer", "researcher", "evaluator", "critic"])
    expect(description).toContain(`\n- ${type}: `);
  expect(description).not.toContain("novelty");

  server.send(
    call(3, "spawn_subagents", { tasks: [{ task: "Check.", subagent_type: "evaluator" }], refine: false }),
  );
  expect(await eventually("the built-in role", () => replyOf(server, 3))).toMatchObject({
    structuredContent: { results: [{ answer: expect.stringMatching(/^You are an evaluator\.[^]*Check\./) }] },
  });

  write(join(directory, ".agent/subagent_types/mine/SUBAGENT.md"), evaluator);
  const tasks = [{ task: "Check.", subagent_type: "evaluator", subagent_id: "own" }];
  server.send(call(4, "spawn_subagents", { tasks, refine: false }));
  expect(await eventually("the project's role", () => replyOf(server, 4))).toMatchObject({
    structuredContent: { results: [{ answer: expect.stringMatching(/^You check pages\./) }] },
  });
  const config = childConfigPath(join(directory, "subagents/own/workspace"));
  expect(parse(readFileSync(config, "utf8")).orchestrator.coordination).toMatchObject({
    use_skills: true,
    massgen_skills: ["webapp-testing"],
    enabled_skill_names: ["webapp-testing"],
  });
});

test(`an unknown type is refused with the list ${verifies("TYPE-UNKNOWN-REFUSED", "TYPES-FILTER")}`, async () => {
  const server = rawServer({ cwd: project({ subagent_types: ["novelty", "explorer"] }) });
  expect(await described(server)).toMatch(/\n- explorer: [^]*\n- novelty: /);
  server.send(call(3, "spawn_subagents", { tasks: [{ task: "t", subagent_type: "evaluator" }] }));
  expect(await eventually("the refusal", () => replyOf(server, 3))).toMatchObject({
    isError: true,
    structuredContent: {
      error: {
        code: "UNKNOWN_SUBAGENT_TYPE",
        message: expect.stringContaining('"evaluator", which does not exist; there are explorer, novelty'),
        remedy: expect.stringContaining("subagent_types"),
      },
    },
  });
});

test(`the profiles that a MassGen parent wrote are the types of its server ${verifies("TYPES-HANDED-OVER")}`, async () => {
  const base = temporaryDirectory("retinue-types-");
  const workspace = join(base, "workspace");
  const builder =
    '---\nname: builder\ndescription: "When to use: \\"building\\""\nskills: ["a"]\n---\nYou build.';
  write(join(workspace, ".massgen/subagent_types/builder/SUBAGENT.md"), builder);
  const file = write(join(workspace, ".massgen/subagent_mcp/t_agent_configs.json"), echo);
  const flags = { "workspace-path": workspace, "agent-configs-file": file, "runtime-mode": "inherited" };
  const args = (all: object) => Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = rawServer({
    cwd: base,
    args: args({ ...flags, "agent-id": "echo", "orchestrator-id": "o" }),
  });
  expect(await described(server)).toMatch(/There are:\n- builder: When to use: "building"\.$/);
  server.send(
    call(3, "spawn_subagents", { tasks: [{ task: "t", subagent_type: "BUILDER" }], refine: false }),
  );
  expect(await eventually("the result", () => replyOf(server, 3))).toMatchObject({
    structuredContent: { results: [{ answer: expect.stringMatching(/^You build\./) }] },
  });

  const other = rawServer({ cwd: base, args: args(flags) });
  expect(await described(other)).not.toContain("builder");
});

test("a configuration that cannot be read leaves the tools without types; the call says what is wrong", async () => {
  const directory = project();
  write(join(directory, "retinue.yaml"), "agents: 7\n");
  const server = rawServer({ cwd: directory });
  expect(await described(server)).not.toContain("There are:");
  server.send(call(3, "spawn_subagents", { tasks: [{ task: "t" }] }));
  expect(await eventually("the refusal", () => replyOf(server, 3))).toMatchObject({
    isError: true,
    structuredContent: { error: { message: expect.stringContaining("retinue.yaml") } },
  });
});
