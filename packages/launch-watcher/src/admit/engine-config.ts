import { validateChildConfig, type ChildConfig } from "@retinue/engine-contract";
import { refused } from "./refused.ts";
import { plainObject, taken, type Plain } from "./taken.ts";

/** Keys that would reach beyond what the host decides; a request with one is refused, not trimmed. */
const forbidden = new Set([
  "env",
  "env_file",
  "environment",
  "hooks",
  "image",
  "mcp_servers",
  "mounts",
  "network",
  "privileged",
  "volumes",
]);

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
  /** Directories that the team may read, as the container sees them. */
  readonly contexts: readonly string[];
}

/**
 * A new configuration for the engine, made of what is known to be harmless. It carries no execution but
 * `local`, nothing of Docker, and no agent that needs a network.
 *
 * @throws LaunchWatcherError REQUEST_REFUSED.
 */
export function engineConfig({ document, inside, contexts }: EngineConfigInput): ChildConfig {
  refuseForbidden(document, "yaml_config");
  const orchestrator = plainObject(document["orchestrator"] ?? {}, "orchestrator");
  const agents = document["agents"];
  if (!Array.isArray(agents) || agents.length === 0) {
    throw refused("yaml_config.agents is no list of agents", "Name one to ten agents.");
  }
  const timeouts = plainObject(document["timeout_settings"] ?? {}, "timeout_settings");
  const fresh = {
    agents: agents.map((agent, index) => agentFrom(plainObject(agent, `agents.${index}`), inside)),
    orchestrator: {
      ...taken(orchestrator, coordinationRules),
      snapshot_storage: "/workspace/snapshots",
      agent_temporary_workspace: "/workspace/temp",
      coordination: { enable_subagents: false as const },
      ...(contexts.length > 0 && {
        context_paths: contexts.map((path) => ({ path, permission: "read" as const })),
      }),
    },
    ...(Object.keys(timeouts).length > 0 && { timeout_settings: taken(timeouts, timeoutKeys) }),
  };
  try {
    return validateChildConfig(fresh, "yaml_config");
  } catch (error) {
    throw refused((error as Error).message, "Correct the named keys of the configuration.", error);
  }
}

/** Checked as a whole with the rest of the new configuration. */
function agentFrom(agent: Plain, inside: EngineConfigInput["inside"]): Plain {
  const backend = plainObject(agent["backend"] ?? {}, "backend");
  refuseForbidden(agent, "an agent");
  refuseForbidden(backend, "a backend");
  if (backend["type"] !== "command") {
    const named = JSON.stringify(backend["type"]);
    throw refused(
      `agent ${JSON.stringify(agent["id"])} has a backend of type ${named}, which needs a network, and containers have none`,
      "Use agents of type command, or run this team in isolated mode; no model broker is configured.",
    );
  }
  const cwd = backend["cwd"];
  return {
    ...taken(agent, ["id", "system_message"]),
    backend: {
      type: "command",
      command: backend["command"],
      ...(typeof cwd === "string" && { cwd: inside(cwd, "cwd of an agent") }),
      command_line_execution_mode: "local",
    },
  };
}

function refuseForbidden(section: Plain, where: string): void {
  const found = Object.keys(section).find((key) => forbidden.has(key));
  if (found === undefined) return;
  throw refused(`${where} carries ${found}, which only the host decides`, `Leave ${found} out.`);
}
