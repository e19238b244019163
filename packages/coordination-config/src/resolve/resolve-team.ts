import { z } from "zod";
import { CoordinationConfigError } from "../coordination-config-error.ts";
import type { SubagentOrchestrator } from "../schema/subagent-orchestrator.ts";
import type { ParentAgent } from "../schema/team-agent.ts";
import { explicitMember, parentMember, type ResolvedTeam, type TeamMember } from "./resolved-team.ts";
import { teamRules, type TeamRule } from "./team-rule.ts";
import { requireArguments } from "../require-arguments.ts";

export interface TeamQuestion {
  /** The parent's agents, in order. */
  readonly agents: readonly ParentAgent[];
  /** Id of the agent that spawns; may be none of `agents`, when the server serves no MassGen parent. */
  readonly spawningAgentId?: string | undefined;
  readonly subagentType?: string | undefined;
  readonly orchestrator?: Partial<SubagentOrchestrator> | null | undefined;
}

const questionSchema = z.looseObject({
  agents: z.array(z.looseObject({ backend: z.looseObject({}) })),
  spawningAgentId: z.string().optional(),
  subagentType: z.string().optional(),
  orchestrator: z.looseObject({ shared_child_team_types: z.array(z.string()).optional() }).nullish(),
});

/**
 * The team of a subagent: "Subagent Backend Inheritance" of the module document, whose effective
 * order has six steps. Types are compared without regard to case.
 *
 * @throws CoordinationConfigError INVALID_CONFIGURATION when nothing gives a team, UNKNOWN_AGENT when a backend is
 *   to be inherited from an agent that does not exist.
 */
export function resolveTeam(question: TeamQuestion): ResolvedTeam {
  requireArguments("resolveTeam", questionSchema, question);
  const { agents, spawningAgentId, subagentType, orchestrator } = question;
  const { agents: shared = [], inherit_spawning_agent_backend: inherits = false } = orchestrator ?? {};
  const { shared_child_team_types: listed = ["round_evaluator"] } = orchestrator ?? {};
  const isListed = lists(listed, subagentType);
  const parent = agents.find(({ id }) => id === spawningAgentId);
  const first = agents[0]?.backend ?? {};
  const sharedTeam = () => shared.map((agent) => explicitMember(agent, first));

  if (isListed && shared.length > 0) return team("shared-team", 1, sharedTeam());
  const local = parent?.subagent_agents ?? [];
  if (parent !== undefined && local.length > 0) {
    const members = local.map((agent) => explicitMember(agent, parent.backend));
    return team("parent-local-team", isListed ? 4 : 2, members);
  }
  if (parent !== undefined && (inherits || !isListed)) {
    return team("inherited-backend", isListed ? 4 : 3, [parentMember(parent, parent.backend, "inherited")]);
  }
  if (parent === undefined && inherits) throw unknownAgent(spawningAgentId, agents);
  if (shared.length > 0) return team("shared-team-as-last-resort", 5, sharedTeam());
  if (agents.length === 0) throw noTeam();
  const origin = parent === undefined ? "as-written" : "reduced";
  return team(
    "all-parent-agents",
    6,
    agents.map((agent) => parentMember(agent, first, origin)),
  );
}

function lists(listed: readonly string[], subagentType = ""): boolean {
  const type = subagentType.toLowerCase();
  return listed.some((name) => name === "*" || name.toLowerCase() === type);
}

function team(rule: TeamRule, step: number, members: readonly TeamMember[]): ResolvedTeam {
  return { rule, step, explanation: teamRules[rule], members };
}

function unknownAgent(id: string | undefined, agents: readonly ParentAgent[]): CoordinationConfigError {
  const known = agents.map((agent) => agent.id);
  return new CoordinationConfigError(
    "UNKNOWN_AGENT",
    id === undefined
      ? "inherit_spawning_agent_backend needs to know which agent spawns, and none is named"
      : `inherit_spawning_agent_backend needs the backend of agent ${JSON.stringify(id)}, which is none of the agents`,
    {
      remedy: `Name the spawning agent (--agent-id), one of: ${known.join(", ") || "none is configured"}; or set inherit_spawning_agent_backend: false.`,
      details: { agent: id, known },
    },
  );
}

function noTeam(): CoordinationConfigError {
  return new CoordinationConfigError("INVALID_CONFIGURATION", "There is no team: no agents are configured", {
    remedy: "Configure at least one agent with id and backend.",
  });
}
