import type { AgentConfig } from "@retinue/engine-contract";
import { join } from "node:path";
import type { ResolvedTeam } from "../resolve/resolved-team.ts";
import { childBackend, type BackendOverrides } from "./child-backend.ts";

export interface AgentsInput extends Omit<BackendOverrides, "cwd"> {
  readonly team: ResolvedTeam;
  readonly subagentId: string;
  readonly workspace: string;
}

/** The team's agents, each with a directory of its own, `<workspace>/agent_<n>`. */
export function childAgents({ team, subagentId, workspace, ...overrides }: AgentsInput): AgentConfig[] {
  return team.members.map((member, index) => {
    const number = index + 1;
    return {
      id: member.id ?? `${subagentId}_agent_${number}`,
      backend: childBackend(member, { ...overrides, cwd: join(workspace, `agent_${number}`) }),
      ...(member.system_message !== undefined && { system_message: member.system_message }),
    };
  });
}
