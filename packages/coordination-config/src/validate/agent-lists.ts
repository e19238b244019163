import { valueAt } from "./value-at.ts";

/** Where a parent's configuration lists agents. */
export function agentLists(document: unknown): (readonly PropertyKey[])[] {
  const agents = valueAt(document, ["agents"]);
  const own = Array.isArray(agents) ? agents.map((_, index) => ["agents", index, "subagent_agents"]) : [];
  return [
    ["agents"],
    ["agent", "subagent_agents"],
    ...own,
    ["orchestrator", "coordination", "subagent_orchestrator", "agents"],
  ];
}
