import type { Settings } from "../configure/manager-options.ts";

/**
 * Whether the spawning agent is Codex that executes in Docker: "Codex+Docker auto-detection" of the module
 * document. Such a parent sits in a container without being asked.
 */
export function isCodexInDocker({
  agents,
  parentAgentId,
}: Pick<Settings, "agents" | "parentAgentId">): boolean {
  const spawning =
    agents.find(({ id }) => id === parentAgentId) ?? (agents.length === 1 ? agents[0] : undefined);
  const backend: Record<string, unknown> = spawning?.backend ?? {};
  return backend["type"] === "codex" && backend["command_line_execution_mode"] === "docker";
}
