import { defaultSpawningAgent } from "@retinue/coordination-config";
import type { ManagerContext } from "./manager-context.ts";

/**
 * The context with a team: as configured, else as `findTeam` finds it when something is to be run.
 *
 * @throws What `findTeam` throws.
 */
export async function withTeam(context: ManagerContext): Promise<ManagerContext> {
  const { settings } = context;
  const { agents: configured, findTeam, coordination } = settings;
  if (configured.length > 0 || findTeam === undefined) return context;
  const { agents, engine = settings.engine, notice } = await findTeam();
  const spawning = defaultSpawningAgent(agents, coordination.subagent_orchestrator);
  const parentAgentId = spawning ?? settings.parentAgentId;
  return { ...context, settings: { ...settings, agents: [...agents], engine, parentAgentId, notice } };
}
