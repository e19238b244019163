import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  childConfig,
  childConfigYaml,
  CoordinationConfigError,
  type ChildConfigInput,
} from "@retinue/coordination-config";
import { EngineContractError } from "@retinue/engine-contract";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const fixtures = join(import.meta.dirname, "../fixtures");
const workspace = "{subagent_workspace}";

interface Recorded {
  parent_agent_id: string;
  spawn: { subagent_type?: string; refine?: boolean; skills?: string[]; include_parent_workspace?: boolean };
  child: { agents: { id: string; backend: Record<string, unknown> }[] };
}
interface ParentYaml {
  agents: { id: string; backend: Record<string, unknown> }[];
  orchestrator: { context_paths?: { path: string }[] };
}

function read<T>(...path: string[]): T {
  return parse(readFileSync(join(fixtures, ...path), "utf8")) as T;
}

function inputOf(name: string, { parent_agent_id, spawn, child }: Recorded): ChildConfigInput {
  const parent = read<ParentYaml>(name, "parent.yaml");
  const evaluator = spawn.subagent_type === "round_evaluator";
  const refine = spawn.refine ?? true;
  const alone = !evaluator && child.agents.length === 1 && child.agents[0]?.id === parent_agent_id;
  return {
    subagentId: "review",
    // A team that is resolved from elsewhere comes to childConfig resolved: by id and backend.
    agents: alone ? parent.agents.filter(({ id }) => id === parent_agent_id) : child.agents,
    workspace,
    contextPaths: [
      ...(spawn.include_parent_workspace === false ? [] : ["{parent_workspace}"]),
      ...(parent.orchestrator.context_paths ?? []).map(({ path }) => path),
    ],
    temporaryWorkspace: evaluator ? "{temp_workspaces}" : undefined,
    refine,
    skills: spawn.skills,
    coordination: read(name, "handed-over.yaml"),
    orchestrator:
      evaluator && (refine || child.agents.length > 1)
        ? { final_answer_strategy: "synthesize", skip_final_presentation: false }
        : undefined,
  };
}

const recorded = readdirSync(fixtures).flatMap((name) =>
  readdirSync(join(fixtures, name))
    .filter((file) => file !== "parent.yaml" && file !== "handed-over.yaml")
    .map((file) => ({ name, file })),
);

describe("childConfig", () => {
  it("has recorded children to be compared with", () => {
    expect(recorded.length).toBeGreaterThan(60);
  });

  it.each(recorded)("gives what MassGen generates: $name $file", ({ name, file }) => {
    const record = read<Recorded>(name, file);
    const config = childConfig(inputOf(name, record));
    expect(config).toEqual(record.child);
    expect(parse(childConfigYaml(config))).toEqual(record.child);
  });

  const input: ChildConfigInput = {
    subagentId: "review",
    agents: [{ id: "lead", backend: { type: "command", command: ["true"] } }],
    workspace: "/srv/w",
    contextPaths: ["/srv/parent", "/srv/parent"],
    refine: true,
  };

  it("names each path once and gives it for reading", () => {
    const { orchestrator } = childConfig(input);
    expect(orchestrator.context_paths).toEqual([{ path: "/srv/parent", permission: "read" }]);
  });

  it("gives every agent a directory of its own, whatever the parent's was", () => {
    const shared = { type: "command", cwd: "/srv/parent" };
    const { agents } = childConfig({
      ...input,
      agents: [
        { id: "a", backend: shared },
        { id: "b", backend: shared },
      ],
    });
    expect(agents.map(({ backend }) => backend.cwd)).toEqual(["/srv/w/agent_1", "/srv/w/agent_2"]);
  });

  it("leaves the parent's tool servers behind", () => {
    const { agents } = childConfig({
      ...input,
      agents: [{ id: "a", backend: { type: "openai", mcp_servers: [{ command: "x" }], _config_path: "/p" } }],
    });
    expect(agents[0]?.backend).toEqual({
      type: "openai",
      enable_mcp_command_line: false,
      cwd: "/srv/w/agent_1",
    });
  });

  it("replaces the model of a team of one, and refuses one for a larger team by name", () => {
    const one = childConfig({ ...input, model: "small" });
    expect(one.agents[0]?.backend.model).toBe("small");
    const two = [...input.agents, { id: "second", backend: { type: "openai" } }];
    expect(() => childConfig({ ...input, agents: two, model: "small" })).toThrow(/"small".*2 agents/);
  });

  it("refuses an empty team, a backend without a type, repeated ids and settings of a wrong type", () => {
    const team = (...agents: ChildConfigInput["agents"]) => ({ ...input, agents });
    expect(() => childConfig(team())).toThrow(CoordinationConfigError);
    expect(() => childConfig(team({ id: "a", backend: {} }))).toThrow(/agents\.0\.backend\.type/);
    const a = { id: "a", backend: { type: "command" } };
    expect(() => childConfig(team(a, a))).toThrow(/agent ids must differ/);
    expect(() => childConfig(team({ ...a, id: "../a" }))).toThrow(EngineContractError);
    const coordination = { use_skills: "yes" } as unknown as NonNullable<ChildConfigInput["coordination"]>;
    expect(() => childConfig({ ...input, coordination })).toThrow(/use_skills/);
  });

  it("writes text that is JSON and YAML, whatever the characters", () => {
    const system_message = "a\u0000\u007F\u0085\u009F\u2028\uFEFF€😀\n'\"\\: # - [";
    const config = childConfig({
      ...input,
      agents: [{ id: "lead", backend: { type: "command" }, system_message }],
    });
    const text = childConfigYaml(config);
    expect(JSON.parse(text)).toEqual(config);
    expect(parse(text)).toEqual(config);
    expect(text).not.toMatch(/[\u007F-\u009F\u2028\uFEFF]/);
  });
});
