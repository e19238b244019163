import { joinedWarnings } from "../joined-warnings.ts";
import { defaultSpawningAgent } from "@retinue/coordination-config";
import type { Settings } from "../configure/manager-options.ts";

/**
 * The settings with a team: as configured, else as `findTeam` finds it when something is to be run.
 *
 * @throws What `findTeam` throws.
 */
export async function withTeam(settings: Settings): Promise<Settings> {
  const { agents: configured, findTeam, coordination } = settings;
  if (configured.length > 0 || findTeam === undefined) return settings;
  const { agents, engine = settings.engine, notice } = await findTeam();
  const spawning = defaultSpawningAgent(agents, coordination.subagent_orchestrator);
  const parentAgentId = spawning ?? settings.parentAgentId;
  const said = joinedWarnings(settings.notice, notice);
  return { ...settings, agents: [...agents], engine, parentAgentId, notice: said };
}
