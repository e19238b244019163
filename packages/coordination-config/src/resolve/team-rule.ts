/** The rules that give a team, in the order of the module document, with what each means. */
export const teamRules = {
  "shared-team":
    "the type is listed in shared_child_team_types, so it gets the shared team of subagent_orchestrator.agents",
  "parent-local-team": "the spawning agent has subagent_agents of its own",
  "inherited-backend":
    "the spawning agent has no subagent_agents, so the team is one agent with a copy of its backend",
  "shared-team-as-last-resort":
    "the spawning agent is not among the agents, so nothing is left but the shared team of subagent_orchestrator.agents",
  "all-parent-agents":
    "neither a shared team nor one of the spawning agent is configured, so the team is the parent's agents",
} as const;

export type TeamRule = keyof typeof teamRules;
