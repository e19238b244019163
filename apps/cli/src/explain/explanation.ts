import {
  agentsOf,
  childConfig,
  CoordinationConfigError,
  defaultSpawningAgent,
  inheritedSettingsOf,
  refuseModel,
  resolveTeam,
  runBudget,
  type ParentConfig,
  type ResolvedTeam,
} from "@retinue/coordination-config";
import { entryAt } from "@retinue/contained-fs";
import { EngineContractError, type ChildConfig } from "@retinue/engine-contract";
import { resolve } from "node:path";

/** A spawn that nobody makes: only what it would be given is asked for. */
export interface ImaginedSpawn {
  /** Who spawns. Default: as a server that is started without --agent-id. */
  readonly agent?: string | undefined;
  readonly type?: string | undefined;
  readonly refine: boolean;
  readonly model?: string | undefined;
  readonly skills?: readonly string[] | undefined;
  readonly includeParentWorkspace: boolean;
}

/** What a spawn would get: `child` where it would be launched, `error` where it would be refused. */
export interface Explanation {
  readonly team?: ResolvedTeam;
  readonly child?: ChildConfig;
  readonly error?: { readonly code: string; readonly message: string; readonly remedy: string };
}

/** Stand for what is only known when something is spawned. */
export const placeholders = {
  parentWorkspace: "{parent_workspace}",
  subagentWorkspace: "{subagent_workspace}",
  temporaryWorkspaces: "{temp_workspaces}",
};

/** Which team a spawn would get by which rule, and its child's configuration. */
export function explain(config: ParentConfig, spawn: ImaginedSpawn): Explanation {
  const agents = agentsOf(config);
  const coordination = inheritedSettingsOf(config);
  const { subagent_orchestrator: orchestrator } = coordination;
  let team: ResolvedTeam | undefined;
  try {
    refuseUnknown(
      spawn.agent,
      agents.map(({ id }) => id),
    );
    const spawningAgentId = spawn.agent ?? defaultSpawningAgent(agents, orchestrator);
    team = resolveTeam({ agents, spawningAgentId, subagentType: spawn.type, orchestrator });
    refuseModel(spawn.model, team, orchestrator);
    const child = childConfig({
      subagentId: "subagent",
      team,
      workspace: placeholders.subagentWorkspace,
      subagentType: spawn.type,
      refine: spawn.refine,
      skills: spawn.skills,
      model: spawn.model,
      coordination,
      budget: runBudget(coordination),
      ...paths(config, spawn),
    });
    return { team, child };
  } catch (error) {
    if (!(error instanceof CoordinationConfigError || error instanceof EngineContractError)) throw error;
    const { code, message, remedy } = error;
    return { ...(team !== undefined && { team }), error: { code, message, remedy } };
  }
}

function paths({ orchestrator }: ParentConfig, { includeParentWorkspace }: ImaginedSpawn) {
  const own = (orchestrator?.context_paths ?? []).map((entry) =>
    typeof entry === "string" ? entry : entry.path,
  );
  const temporary = orchestrator?.agent_temporary_workspace ?? undefined;
  const mounted = temporary !== undefined && entryAt(resolve(temporary)) !== undefined;
  return {
    contextPaths: [
      ...(includeParentWorkspace ? [placeholders.parentWorkspace] : []),
      ...own,
      ...(mounted ? [placeholders.temporaryWorkspaces] : []),
    ],
    temporaryWorkspace: temporary === undefined ? undefined : placeholders.temporaryWorkspaces,
  };
}

function refuseUnknown(agent: string | undefined, known: readonly string[]): void {
  if (agent === undefined || known.includes(agent)) return;
  throw new CoordinationConfigError("UNKNOWN_AGENT", `There is no agent ${JSON.stringify(agent)}`, {
    remedy: `Name one of: ${known.join(", ")}.`,
    details: { agent, known },
  });
}
