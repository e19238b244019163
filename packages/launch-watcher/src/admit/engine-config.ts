import { validateChildConfig, type ChildConfig } from "@retinue/engine-contract";
import { refuseForbidden } from "./refuse-forbidden.ts";
import { refused } from "./refused.ts";
import { pickKnown, plainObject, type Plain } from "./pick-known.ts";

const coordinationRules = [
  "max_new_answers_per_agent",
  "skip_voting",
  "skip_final_presentation",
  "disable_injection",
  "defer_voting_until_all_answered",
  "final_answer_strategy",
] as const;

const timeoutKeys = [
  "initial_round_timeout_seconds",
  "subsequent_round_timeout_seconds",
  "round_timeout_grace_seconds",
] as const;

export interface EngineConfigInput {
  /** As the request has it. */
  readonly document: Plain;
  /** Where a path of the parent's is inside the container; throws for what is not mounted there. */
  readonly inside: (path: string, what: string) => string;
  /** What the team may read, as the container sees it. */
  readonly contexts: readonly string[];
}

export interface EngineConfig {
  readonly config: ChildConfig;
  /** Keys of the request's configuration that are not in it, or are there with a value of the host's. */
  readonly leftOut: readonly string[];
}

/**
 * A new configuration for the engine, made of what is known to be harmless. It carries no execution but
 * `local`, nothing of Docker, and no agent that needs a network.
 *
 * @throws LaunchWatcherError REQUEST_REFUSED.
 */
export function engineConfig({ document, inside, contexts }: EngineConfigInput): EngineConfig {
  refuseForbidden(document, "yaml_config");
  const leftOut: string[] = [];
  const {
    agents,
    orchestrator = {},
    timeout_settings: timeouts = {},
  } = pickKnown(document, ["agents", "orchestrator", "timeout_settings"], { where: "", leftOut });
  if (!Array.isArray(agents) || agents.length === 0) {
    throw refused("yaml_config.agents is no list of agents", "Name one to ten agents.");
  }
  const { context_paths: named = [], ...rules } = pickKnown(
    plainObject(orchestrator, "orchestrator"),
    [...coordinationRules, "context_paths"],
    { where: "orchestrator.", leftOut },
  );
  const rounds = pickKnown(plainObject(timeouts, "timeout_settings"), timeoutKeys, {
    where: "timeout_settings.",
    leftOut,
  });
  for (const [index, context] of (named as unknown[]).entries()) {
    if (typeof context !== "object") continue;
    const { permission } = context as Plain;
    const kept = permission === "read" ? ["path", "permission"] : ["path"];
    pickKnown(context as Plain, kept, { where: `orchestrator.context_paths.${index}.`, leftOut });
  }
  const fresh = {
    agents: agents.map((agent, index) => agentFrom(agent, `agents.${index}`, { inside, leftOut })),
    orchestrator: {
      ...rules,
      snapshot_storage: "/workspace/snapshots",
      agent_temporary_workspace: "/workspace/temp",
      coordination: { enable_subagents: false as const },
      ...(contexts.length > 0 && {
        context_paths: contexts.map((path) => ({ path, permission: "read" as const })),
      }),
    },
    ...(Object.keys(rounds).length > 0 && { timeout_settings: rounds }),
  };
  try {
    return { config: validateChildConfig(fresh, "yaml_config"), leftOut };
  } catch (error) {
    throw refused((error as Error).message, "Correct the named keys of the configuration.", error);
  }
}

/** Checked as a whole with the rest of the new configuration. */
function agentFrom(
  given: unknown,
  where: string,
  { inside, leftOut }: { inside: EngineConfigInput["inside"]; leftOut: string[] },
): Plain {
  const { backend: named = {}, ...agent } = pickKnown(
    plainObject(given, where),
    ["id", "system_message", "backend"],
    { where: `${where}.`, leftOut },
  );
  const { type, command, cwd } = pickKnown(plainObject(named, "backend"), ["type", "command", "cwd"], {
    where: `${where}.backend.`,
    leftOut,
  });
  if (type !== "command") {
    throw refused(
      `agent ${JSON.stringify(agent["id"])} has a backend of type ${JSON.stringify(type)}, which needs a network, and containers have none`,
      "Use agents of type command, or run this team in isolated mode; no model broker is configured.",
    );
  }
  return {
    ...agent,
    backend: {
      type,
      command,
      ...(typeof cwd === "string" && { cwd: inside(cwd, "cwd of an agent") }),
      command_line_execution_mode: "local",
    },
  };
}
