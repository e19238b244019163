import { eventually, temporaryDirectory, verifies } from "@retinue/testkit";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
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

function resultOf(server: ReturnType<typeof rawServer>, id: number): { answer?: string } {
  const reply = replyOf(server, id) as { structuredContent: { results: { answer?: string }[] } } | undefined;
  return reply?.structuredContent.results[0] ?? {};
}

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
  const skill = write(
    join(directory, ".claude/skills/pages/SKILL.md"),
    "---\nname: webapp-testing\ndescription: Looks at pages\n---\nOpen them.\n",
  );
  write(join(directory, ".agent/skills/other/SKILL.md"), "---\ndescription: Of no use here\n---\n");
  const tasks = [{ task: "Check.", subagent_type: "evaluator", subagent_id: "own" }];
  server.send(call(4, "spawn_subagents", { tasks, refine: false }));
  expect(await eventually("the project's role", () => replyOf(server, 4))).toMatchObject({
    structuredContent: {
      results: [
        { answer: expect.stringContaining("You check pages."), needs: { met: ["skills"], unmet: [] } },
      ],
    },
  });
  const { answer = "" } = resultOf(server, 4);
  expect(answer).toMatch(/# Skills\n[^]*\n- webapp-testing: Looks at pages/);
  expect(answer).toContain(`(${skill})`);
  expect(answer).not.toContain("Of no use here");
});

test(`a skill that there is not is said, and refused where the profile requires it ${verifies("TYPE-INJECTED")}`, async () => {
  const directory = project({ subagent_types: ["evaluator", "tester"] });
  const server = rawServer({ cwd: directory });
  write(join(directory, ".agent/subagent_types/mine/SUBAGENT.md"), evaluator);
  write(
    join(directory, ".agent/subagent_types/tester/SUBAGENT.md"),
    "---\ndescription: Tests\nskills: [webapp-testing]\nneeds: {shell: optional, skills: required}\n---\nYou test.\n",
  );
  expect(await described(server)).toMatch(
    /- Evaluator: Checks\.\n?[^]*- tester: Tests\. Refused here: it requires skills, since there is no skill webapp-testing\./,
  );
  const spawn = (type: string) => ({ tasks: [{ task: "Check.", subagent_type: type }], refine: false });
  server.send(call(3, "spawn_subagents", spawn("evaluator")));
  expect(await eventually("the result", () => replyOf(server, 3))).toMatchObject({
    structuredContent: {
      results: [
        {
          status: "completed",
          needs: { met: [], unmet: ["skills"] },
          warning: expect.stringMatching(
            /its role Evaluator needs skills: there is no skill webapp-testing\. Put a folder .*\.agent\/skills/,
          ),
        },
      ],
    },
  });
  server.send(call(4, "spawn_subagents", spawn("tester")));
  expect(await eventually("the refusal", () => replyOf(server, 4))).toMatchObject({
    isError: true,
    structuredContent: {
      error: {
        code: "ROLE_NEEDS_UNMET",
        message: expect.stringMatching(/"tester", which requires skills: there is no skill webapp-testing/),
        remedy: expect.stringContaining("needs: {skills: optional}"),
      },
    },
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

test.each(["round_evaluator", "Round_Evaluator"])(
  `a model's spawn of %s is refused where the orchestrator manages it, and nothing is started ${verifies("EVALUATOR-MANAGED")}`,
  async (subagent_type) => {
    const types = { subagent_types: ["round_evaluator", "explorer"] };
    const reserved = { round_evaluator_before_checklist: true, orchestrator_managed_round_evaluator: true };
    const directory = project({
      ...types,
      ...reserved,
      enable_subagents: true,
      subagent_orchestrator: { enabled: true },
    });
    const yaml = join(directory, "retinue.yaml");
    const config = JSON.parse(readFileSync(yaml, "utf8"));
    config.orchestrator.voting_sensitivity = "checklist_gated";
    write(yaml, config);
    const server = rawServer({ cwd: directory });
    expect(await described(server)).toMatch(/There are:\n- explorer: [^\n]*$/);
    const tasks = [
      { task: "Explore.", subagent_type: "explorer" },
      { task: "Judge.", subagent_type },
    ];
    server.send(call(3, "spawn_subagents", { tasks }));
    expect(await eventually("the refusal", () => replyOf(server, 3))).toMatchObject({
      isError: true,
      structuredContent: {
        error: {
          code: "RESERVED_SUBAGENT_TYPE",
          message: expect.stringContaining(
            `Task 2 asks for subagent_type "${subagent_type}", which is reserved`,
          ),
        },
      },
    });
    expect(globSync(join(directory, "subagents/*/"))).toEqual([]);

    write(yaml, {
      agents: echo,
      orchestrator: { coordination: { subagent_runtime_mode: "inherited", ...types } },
    });
    const free = rawServer({ cwd: directory });
    expect(await described(free)).toContain("\n- round_evaluator: ");
    free.send(call(3, "spawn_subagents", { tasks: tasks.slice(1), refine: false }));
    expect(await eventually("the result", () => replyOf(free, 3))).toMatchObject({
      structuredContent: { results: [{ status: "completed" }] },
    });
  },
);

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
  expect(await described(server)).toMatch(
    /There are:\n- builder: When to use: "building"\. Lacks here: skills, since there is no skill a\.$/,
  );
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
