import { z } from "zod";
import type { SubagentOrchestrator } from "../schema/subagent-orchestrator.ts";
import type { ParentAgent } from "../schema/team-agent.ts";
import { requireArguments } from "../require-arguments.ts";

const agentsSchema = z.array(z.looseObject({}));

/**
 * Who spawns when nobody says so: the only agent, where a team depends on who spawns. Otherwise nobody in
 * particular, and the agents themselves are the team.
 *
 * @throws CoordinationConfigError INVALID_INPUT.
 */
export function defaultSpawningAgent(
  agents: readonly ParentAgent[],
  orchestrator?: Partial<SubagentOrchestrator> | null,
): string | undefined {
  requireArguments("defaultSpawningAgent", agentsSchema, agents);
  const [agent] = agents;
  if (agent === undefined || agents.length > 1) return undefined;
  const hasTeam = (agent.subagent_agents ?? []).length > 0;
  return hasTeam || orchestrator?.inherit_spawning_agent_backend === true ? agent.id : undefined;
}
