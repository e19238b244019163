import { childConfig, childConfigYaml, resolveTeam } from "@retinue/coordination-config";

const config = childConfig({
  subagentId: "review",
  team: resolveTeam({ agents: [{ id: "lead", backend: { type: "command", command: ["wc", "-l"] } }] }),
  workspace: "/srv/project/subagents/review/workspace",
  contextPaths: ["/srv/project"],
  refine: false,
});
console.log(childConfigYaml(config));
