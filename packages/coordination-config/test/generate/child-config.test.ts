import {
  childConfig,
  childConfigYaml,
  resolveTeam,
  type ChildConfigInput,
  type ParentAgent,
} from "@retinue/coordination-config";
import { EngineContractError } from "@retinue/engine-contract";
import { verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const command = { type: "command", command: ["true"] };
const asWritten = (...agents: ParentAgent[]) => resolveTeam({ agents });
const input: ChildConfigInput = {
  subagentId: "review",
  team: asWritten({ id: "lead", backend: command }),
  workspace: "/srv/w",
  contextPaths: ["/srv/parent", "/srv/parent"],
  refine: true,
};
const two = asWritten({ id: "a", backend: command }, { id: "b", backend: command });

describe("childConfig", () => {
  it(`names each path once and gives it for reading ${verifies("CHILD-PATHS")}`, () => {
    const { orchestrator } = childConfig(input);
    expect(orchestrator.context_paths).toEqual([{ path: "/srv/parent", permission: "read" }]);
  });

  it("names what is hidden beneath them, where something is", () => {
    expect(childConfig(input).orchestrator).not.toHaveProperty("hidden_paths");
    expect(childConfig({ ...input, hiddenPaths: [] }).orchestrator).not.toHaveProperty("hidden_paths");
    const hiddenPaths = ["/srv/parent/subagents"];
    expect(childConfig({ ...input, hiddenPaths }).orchestrator.hidden_paths).toEqual(hiddenPaths);
    expect(() => childConfig({ ...input, hiddenPaths: ["subagents"] })).toThrow(
      "orchestrator.hidden_paths[0]",
    );
  });

  it("drops context paths that a backend brings with it: they could be for writing", () => {
    const backend = { ...command, context_paths: [{ path: "/", permission: "write" }] };
    for (const spawningAgentId of ["a", "nobody"]) {
      const team = resolveTeam({ agents: [{ id: "a", backend }], spawningAgentId });
      expect(childConfig({ ...input, team }).agents[0]?.backend).not.toHaveProperty("context_paths");
    }
  });

  it(`gives every agent a directory of its own, whatever the parent's was ${verifies("CHILD-WORKSPACES")}`, () => {
    const shared = { type: "command", cwd: "/srv/parent" };
    const { agents } = childConfig({
      ...input,
      team: asWritten({ id: "a", backend: shared }, { id: "b", backend: shared }),
    });
    expect(agents.map(({ backend }) => backend.cwd)).toEqual(["/srv/w/agent_1", "/srv/w/agent_2"]);
  });

  it(`never nests and never asks a human, whatever the configuration says ${verifies("CHILD-NO-NESTING", "CHILD-NO-BROADCAST")}`, () => {
    const coordination = {
      subagent_orchestrator: { coordination: { enable_subagents: true, broadcast: "human" } },
    };
    expect(childConfig({ ...input, coordination }).orchestrator.coordination).toMatchObject({
      enable_subagents: false,
      broadcast: false,
    });
    const peers = { subagent_orchestrator: { coordination: { broadcast: "agents" } } };
    expect(childConfig({ ...input, coordination: peers }).orchestrator.coordination).toMatchObject({
      broadcast: "agents",
    });
  });

  it("leaves the parent's tool servers behind, and keeps those that are written down for the child", () => {
    const backend = { type: "openai", mcp_servers: [{ command: "x" }], _config_path: "/p" };
    const inherited = resolveTeam({ agents: [{ id: "a", backend }], spawningAgentId: "a" });
    expect(childConfig({ ...input, team: inherited }).agents[0]?.backend).toEqual({
      type: "openai",
      enable_mcp_command_line: false,
      cwd: "/srv/w/agent_1",
    });
    const agents = [{ id: "a", backend: { type: "openai" }, subagent_agents: [{ id: "b", backend }] }];
    const explicit = resolveTeam({ agents, spawningAgentId: "a" });
    expect(childConfig({ ...input, team: explicit }).agents[0]?.backend).toHaveProperty("mcp_servers");
    // No parent of MassGen's is of that type.
    const ours = { type: "acp", agent: "opencode", mcp_servers: [{ name: "x", command: "x" }] };
    const team = resolveTeam({ agents: [{ id: "a", backend: ours }], spawningAgentId: "a" });
    expect(childConfig({ ...input, team }).agents[0]?.backend).toMatchObject(ours);
  });

  it("keeps what a command needs, by whichever rule its agent got into the team", () => {
    const agents = [
      { id: "a", backend: { ...command, env: { A: "1" } } },
      { id: "b", backend: command },
    ];
    const team = resolveTeam({ agents, spawningAgentId: "a", subagentType: "round_evaluator" });
    expect(team.rule).toBe("all-parent-agents");
    expect(childConfig({ ...input, team }).agents[0]?.backend).toMatchObject({
      command: ["true"],
      env: { A: "1" },
    });
  });

  it("names agents without an id after the subagent", () => {
    const orchestrator = { agents: [{ backend: command }, { backend: command }] };
    const team = resolveTeam({ agents: [], orchestrator });
    expect(childConfig({ ...input, team }).agents.map(({ id }) => id)).toEqual([
      "review_agent_1",
      "review_agent_2",
    ]);
  });

  it(`replaces the model of a team of one ${verifies("TEAM-MODEL")}`, () => {
    expect(childConfig({ ...input, model: "small" }).agents[0]?.backend.model).toBe("small");
  });

  it("max_new_answers: null is handed on as no limit", () => {
    const limited = (max_new_answers: number | null | undefined) =>
      childConfig({ ...input, coordination: { subagent_orchestrator: { max_new_answers } } }).orchestrator;
    expect(limited(null)).toHaveProperty("max_new_answers_per_agent", null);
    expect(limited(5)).toHaveProperty("max_new_answers_per_agent", 5);
    expect(limited(undefined)).toHaveProperty("max_new_answers_per_agent", 3);
  });

  it("refuses a backend without a type, repeated ids and settings of a wrong type", () => {
    const team = (...agents: object[]) => ({ ...input, team: asWritten(...(agents as ParentAgent[])) });
    expect(() => childConfig(team({ id: "a", backend: {} }))).toThrow(/agents\[0\]\.backend\.type/);
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
      team: asWritten({ id: "lead", backend: { type: "command" }, system_message }),
    });
    const text = childConfigYaml(config);
    expect(JSON.parse(text)).toEqual(config);
    expect(parse(text)).toEqual(config);
    expect(text).not.toMatch(/[\u007F-\u009F\u2028\uFEFF]/);
  });
});

describe("quick runs", () => {
  const quick = (more: Partial<ChildConfigInput>) =>
    childConfig({ ...input, refine: false, ...more }).orchestrator;
  const strategy = (final_answer_strategy: "winner_reuse" | "winner_present" | "synthesize") => ({
    coordination: { subagent_orchestrator: { final_answer_strategy } },
  });

  it(`one agent: no vote and no presentation ${verifies("QUICK-ONE")}`, () => {
    expect(quick({})).toMatchObject({
      max_new_answers_per_agent: 1,
      skip_voting: true,
      skip_final_presentation: true,
    });
    expect(quick({ subagentType: "round_evaluator" })).toMatchObject({ skip_final_presentation: true });
  });

  it(`several agents: synthesize unless something else is set ${verifies("QUICK-SYNTHESIZE", "QUICK-EXPLICIT")}`, () => {
    expect(quick({ team: two })).toMatchObject({
      final_answer_strategy: "synthesize",
      skip_final_presentation: true,
      max_new_answers_per_agent: 1,
    });
    expect(quick({ team: two, ...strategy("winner_reuse") })).toMatchObject({
      final_answer_strategy: "winner_reuse",
    });
  });

  it.each([
    ["synthesize", false],
    ["winner_present", false],
    ["winner_reuse", true],
  ] as const)(
    `an evaluator with %s skips its presenter: %s ${verifies("QUICK-EVALUATOR")}`,
    (name, skipped) => {
      expect(quick({ team: two, subagentType: "round_evaluator", ...strategy(name) })).toMatchObject({
        final_answer_strategy: name,
        skip_final_presentation: skipped,
      });
    },
  );

  it("raw critiques are neither voted on nor merged", () => {
    const coordination = { round_evaluator_skip_synthesis: true };
    const raw = { skip_voting: true, skip_final_presentation: true };
    expect(quick({ team: two, subagentType: "round_evaluator", coordination })).toMatchObject(raw);
    expect(
      childConfig({ ...input, subagentType: "round_evaluator", coordination }).orchestrator,
    ).toMatchObject(raw);
  });
});

describe("an evaluator that refines", () => {
  it(`keeps its presenter, and reads the reference directory without being told ${verifies("CHILD-EVALUATOR-PRESENTER", "CHILD-EVALUATOR-TEMP")}`, () => {
    const child = childConfig({ ...input, subagentType: "Round_Evaluator", temporaryWorkspace: "/srv/temp" });
    expect(child.orchestrator).toMatchObject({
      final_answer_strategy: "synthesize",
      skip_final_presentation: false,
    });
    expect(child.orchestrator.context_paths).toContainEqual({ path: "/srv/temp", permission: "read" });
    const other = childConfig({ ...input, subagentType: "explorer", temporaryWorkspace: "/srv/temp" });
    expect(other.orchestrator.context_paths).not.toContainEqual({ path: "/srv/temp", permission: "read" });
  });
});

describe("what a child takes over", () => {
  it(`round limits, its own first ${verifies("CHILD-ROUND-TIMEOUTS")}`, () => {
    const coordination = {
      parent_round_timeouts: { initial_round_timeout_seconds: 600, round_timeout_grace_seconds: 120 },
      subagent_round_timeouts: { initial_round_timeout_seconds: 300, subsequent_round_timeout_seconds: null },
    };
    expect(childConfig({ ...input, coordination }).timeout_settings).toEqual({
      initial_round_timeout_seconds: 300,
      round_timeout_grace_seconds: 120,
    });
  });

  it.each([0, 30])("when its end is announced, %i s before; not for MassGen", (seconds) => {
    const coordination = { subagent_wrap_up_seconds: seconds };
    expect(childConfig({ ...input, coordination }).timeout_settings).toEqual({ wrap_up_seconds: seconds });
    expect(childConfig({ ...input, coordination, engine: "massgen" }).timeout_settings).toBeUndefined();
  });

  it("skills of a spawn replace the parent's, in MassGen's keys and in the list that our engine reads", () => {
    const coordination = { use_skills: true, massgen_skills: ["serena"] };
    const availableSkills = ["serena", "semtools"].map((name) => ({
      name,
      description: "d",
      path: `/s/${name}`,
    }));
    const { orchestrator } = childConfig({ ...input, coordination, skills: ["semtools"], availableSkills });
    expect(orchestrator.coordination).toMatchObject({
      use_skills: true,
      massgen_skills: ["semtools"],
      enabled_skill_names: ["semtools"],
    });
    expect(orchestrator.skills).toEqual([availableSkills[1]]);
    expect(childConfig({ ...input, coordination, availableSkills }).orchestrator.skills).toHaveLength(2);
    expect(childConfig({ ...input, availableSkills }).orchestrator.skills).toBeUndefined();
  });

  it(`coordination of the children's own wins over what they inherit ${verifies("CHILD-COORDINATION")}`, () => {
    const coordination = {
      use_skills: true,
      voting_sensitivity: "lenient",
      subagent_orchestrator: { coordination: { use_skills: false, voting_sensitivity: "strict" } },
    };
    const { orchestrator } = childConfig({ ...input, coordination });
    expect(orchestrator).toMatchObject({ voting_sensitivity: "strict", coordination: { use_skills: false } });
  });

  it.each([true, false])(
    `web search of subagent_orchestrator wins: %s ${verifies("CHILD-WEB-SEARCH")}`,
    (enable_web_search) => {
      const team = resolveTeam({
        agents: [{ id: "a", backend: { type: "openai", enable_web_search: !enable_web_search } }],
        spawningAgentId: "a",
      });
      const coordination = { subagent_orchestrator: { enable_web_search } };
      expect(childConfig({ ...input, team, coordination }).agents[0]?.backend).toMatchObject({
        enable_web_search,
      });
    },
  );
});
