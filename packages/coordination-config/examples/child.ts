import { childConfig, childConfigYaml } from "@retinue/coordination-config";

const config = childConfig({
  subagentId: "review",
  agents: [{ id: "lead", backend: { type: "command", command: ["wc", "-l"] } }],
  workspace: "/srv/project/subagents/review/workspace",
  contextPaths: ["/srv/project"],
  refine: false,
});
console.log(childConfigYaml(config));
