import {
  agentsOf,
  childConfig,
  childConfigYaml,
  inheritedSettingsOf,
  parseParentConfig,
  resolveTeam,
} from "@retinue/coordination-config";

const text = `
agents:
  - id: lead
    backend: {type: openai, model: gpt-5}
    subagent_agents:
      - id: counter
        backend: {type: command, command: [wc, -l]}
`;
const { config } = await parseParentConfig(text, "parent.yaml");
const coordination = inheritedSettingsOf(config);
const team = resolveTeam({
  agents: agentsOf(config),
  spawningAgentId: "lead",
  subagentType: "explorer",
  orchestrator: coordination.subagent_orchestrator,
});
// team.rule is "parent-local-team": the spawning agent has subagent_agents of its own
const child = childConfig({
  subagentId: "review",
  team,
  workspace: "/srv/project/subagents/review/workspace",
  contextPaths: ["/srv/project"],
  refine: false,
  coordination,
});
console.log(childConfigYaml(child));
