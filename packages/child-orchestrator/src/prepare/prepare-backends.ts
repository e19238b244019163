import type { ChildConfig } from "@retinue/engine-contract";
import type { AgentBackend, BackendRegistry } from "../contract/agent-backend.ts";
import { ChildOrchestratorError } from "../child-orchestrator-error.ts";

/**
 * The backend of each agent, by agent id. All are checked before any is used.
 *
 * @throws ChildOrchestratorError UNKNOWN_BACKEND with the types there are, INVALID_BACKEND.
 */
export async function prepareBackends(
  { agents }: ChildConfig,
  registry: BackendRegistry,
): Promise<ReadonlyMap<string, AgentBackend>> {
  const known = Object.keys(registry).toSorted();
  for (const { id, backend } of agents) {
    if (known.includes(backend.type)) continue;
    throw new ChildOrchestratorError(
      "UNKNOWN_BACKEND",
      `agent ${id}: backend.type ${JSON.stringify(backend.type)} is not known`,
      { remedy: `Use one of: ${known.join(", ")}.`, details: { agent: id, type: backend.type, known } },
    );
  }
  const made = agents.map(async (agent) => {
    const factory = await registry[agent.backend.type]?.();
    return factory === undefined ? [] : [[agent.id, factory(agent)] as const];
  });
  return new Map((await Promise.all(made)).flat());
}
