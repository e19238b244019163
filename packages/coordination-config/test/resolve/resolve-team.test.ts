import {
  childConfig,
  inheritedSettingsOf,
  parseParentConfig,
  refuseModel,
  resolveTeam,
} from "@retinue/coordination-config";
import { verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";

const backend = { type: "openai", model: "m" };
const agents = [
  { id: "lead", backend, system_message: "You lead." },
  { id: "second", backend },
];

describe("resolveTeam", () => {
  it("compares types without regard to case and without blanks around them", () => {
    const orchestrator = { agents: [{ id: "judge", backend }], shared_child_team_types: ["Builder"] };
    expect(resolveTeam({ agents, spawningAgentId: "lead", subagentType: "BUILDER", orchestrator }).rule).toBe(
      "shared-team",
    );
  });

  it("without a known spawning agent the agents are the team as they are written, role included", () => {
    const { members } = resolveTeam({ agents, spawningAgentId: "nobody" });
    expect(members).toMatchObject([
      { origin: "as-written", system_message: "You lead." },
      { origin: "as-written" },
    ]);
  });

  it("the spawning agent's role stays behind", () => {
    const [member] = resolveTeam({ agents, spawningAgentId: "lead" }).members;
    expect(member).toMatchObject({ origin: "inherited", system_message: undefined });
  });

  it("a shared agent without a backend takes the first parent's: type, model and settings", async () => {
    const text = JSON.stringify({
      agents: [
        {
          id: "lead",
          backend: { type: "openai", model: "gpt-5", reasoning: { effort: "high" }, cwd: "/lead" },
        },
        { id: "second", backend: { type: "claude" } },
      ],
      orchestrator: {
        coordination: {
          subagent_orchestrator: {
            shared_child_team_types: ["*"],
            agents: [{ id: "bare" }, { backend: null }],
          },
        },
      },
    });
    const { config } = await parseParentConfig(text, "c.yaml");
    const coordination = inheritedSettingsOf(config);
    const team = resolveTeam({
      agents: config.agents ?? [],
      spawningAgentId: "second",
      orchestrator: coordination.subagent_orchestrator,
    });
    const { agents: made } = childConfig({
      subagentId: "review",
      team,
      workspace: "/ws",
      contextPaths: [],
      refine: true,
      coordination,
    });
    const settings = {
      type: "openai",
      model: "gpt-5",
      reasoning: { effort: "high" },
      enable_mcp_command_line: false,
    };
    expect(made).toEqual([
      { id: "bare", backend: { ...settings, cwd: "/ws/agent_1" } },
      { id: "review_agent_2", backend: { ...settings, cwd: "/ws/agent_2" } },
    ]);
  });

  it("a shared agent without a backend takes all of a parent's that is a program", () => {
    const parents = [
      { id: "lead", backend: { type: "command", command: ["cat"], mcp_servers: {}, cwd: "/lead" } },
    ];
    const orchestrator = { agents: [{ id: "bare" }], shared_child_team_types: ["*"] };
    const team = resolveTeam({ agents: parents, spawningAgentId: "lead", orchestrator });
    const run = { subagentId: "review", team, workspace: "/ws", contextPaths: [], refine: true };
    expect(childConfig(run).agents).toEqual([
      {
        id: "bare",
        backend: { type: "command", command: ["cat"], enable_mcp_command_line: false, cwd: "/ws/agent_1" },
      },
    ]);
  });

  it("refuses to make a team of nothing", () => {
    expect(() => resolveTeam({ agents: [] })).toThrow(/no agents are configured/);
  });
});

describe(`a task's model ${verifies("TEAM-MODEL")}`, () => {
  const one = resolveTeam({ agents, spawningAgentId: "lead" });
  const two = resolveTeam({ agents });

  it("is taken for a team of one, and never missed", () => {
    expect(() => refuseModel("small", one)).not.toThrow();
    expect(() => refuseModel(undefined, two, { inherit_spawning_agent_backend: true })).not.toThrow();
  });

  it("is refused for a larger team, by name", () => {
    expect(() => refuseModel("small", two)).toThrow(/"small".*2 agents/);
  });

  it(`is refused wherever the spawning agent's backend is inherited ${verifies("TEAM-INHERIT-MODEL")}`, () => {
    expect(() => refuseModel("small", one, { inherit_spawning_agent_backend: true })).toThrow(
      /"small".*inherit_spawning_agent_backend/,
    );
  });
});
