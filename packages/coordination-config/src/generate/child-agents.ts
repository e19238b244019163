import { join } from "node:path";
import type { AgentConfig } from "@retinue/engine-contract";
import { CoordinationConfigError } from "../coordination-config-error.ts";

/** Keys of a parent's backend that a child must not inherit: its tool servers and its own bookkeeping. */
const notInherited = new Set(["mcp_servers", "_config_path"]);

/** One agent of the team as its parent has it. Keys beside id, backend and system_message stay behind. */
export interface TeamAgent {
  readonly id: string;
  readonly backend: Readonly<Record<string, unknown>>;
  readonly system_message?: string | undefined;
}

/**
 * The team's agents for the child: the backends without what is the parent's alone, each with a
 * directory of its own, `<workspace>/agent_<n>`.
 *
 * @throws CoordinationConfigError INVALID_TEAM for an empty team, MODEL_REFUSED for a model with a larger one.
 */
export function childAgents(
  agents: readonly TeamAgent[],
  workspace: string,
  model: string | undefined,
): AgentConfig[] {
  if (agents.length === 0) {
    throw new CoordinationConfigError("INVALID_TEAM", "the team has no agents", {
      remedy: "Give at least one agent with id and backend.",
    });
  }
  if (model !== undefined && agents.length > 1) {
    throw new CoordinationConfigError(
      "MODEL_REFUSED",
      `model ${JSON.stringify(model)} cannot be given to a team of ${agents.length} agents`,
      {
        remedy: "Leave model out, or use a team of one agent.",
        details: { model, agents: agents.map(({ id }) => id) },
      },
    );
  }
  return agents.map(({ id, backend, system_message }, index) => ({
    id,
    backend: {
      enable_mcp_command_line: false,
      ...inherited(backend),
      ...(model !== undefined && { model }),
      cwd: join(workspace, `agent_${index + 1}`),
    },
    ...(system_message !== undefined && { system_message }),
  }));
}

function inherited(backend: TeamAgent["backend"]): AgentConfig["backend"] {
  const kept = Object.entries(backend).filter(([key, value]) => !notInherited.has(key) && value != null);
  // The type key is checked with everything else, when the finished document is validated.
  return Object.fromEntries(kept) as AgentConfig["backend"];
}
