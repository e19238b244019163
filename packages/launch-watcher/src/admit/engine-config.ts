import { validateChildConfig, type ChildConfig } from "@retinue/engine-contract";
import type { OutboxConfig, WatcherConfig } from "../configure/watcher-config.ts";
import type { HeldContext } from "./hold-contexts.ts";
import { RunModelsPlan, type RunModels } from "./run-models.ts";
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
  "wrap_up_seconds",
] as const;

const budgetKeys = ["max_cost", "max_tokens"] as const;

export interface EngineConfigInput {
  /** As the request has it. */
  readonly document: Plain;
  /** Where a path of the parent's is inside the container; throws for what is not mounted there. */
  readonly inside: (path: string, what: string) => string;
  readonly contexts: readonly HeldContext[];
  readonly host: Pick<WatcherConfig, "broker" | "engine_prompt">;
  readonly outbox: Pick<OutboxConfig, "name" | "models">;
}

export interface EngineConfig {
  readonly config: ChildConfig;
  /** Keys of the request's configuration that are not in it, or are there with a value of the host's. */
  readonly leftOut: readonly string[];
  /** Undefined where no agent asks a model. */
  readonly models: RunModels | undefined;
}

/**
 * A new configuration for the engine, made of what is known to be harmless. It carries no execution but
 * `local`, nothing of Docker, and no agent that asks a model otherwise than through the host's broker.
 *
 * @throws LaunchWatcherError REQUEST_REFUSED.
 */
export function engineConfig({ document, inside, contexts, host, outbox }: EngineConfigInput): EngineConfig {
  refuseForbidden(document, "yaml_config");
  const leftOut: string[] = [];
  const {
    agents,
    orchestrator = {},
    timeout_settings: timeouts = {},
    budget,
  } = pickKnown(document, ["agents", "orchestrator", "timeout_settings", "budget"], { where: "", leftOut });
  if (!Array.isArray(agents) || agents.length === 0) {
    throw refused("yaml_config.agents is no list of agents", "Name one to ten agents.");
  }
  const given = contexts.map((each) => ({ path: each.here, permission: permissionOf(each) }));
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
    const kept = permission === given[index]?.permission ? ["path", "permission"] : ["path"];
    pickKnown(context as Plain, kept, { where: `orchestrator.context_paths.${index}.`, leftOut });
  }
  const plan = new RunModelsPlan(host, outbox);
  const fresh = {
    agents: agents.map((agent, index) => agentFrom(agent, `agents.${index}`, { inside, leftOut, plan })),
    orchestrator: {
      ...rules,
      snapshot_storage: "/workspace/snapshots",
      agent_temporary_workspace: "/workspace/temp",
      coordination: { enable_subagents: false as const },
      ...(given.length > 0 && { context_paths: given }),
    },
    ...(Object.keys(rounds).length > 0 && { timeout_settings: rounds }),
    ...(budget !== undefined && {
      budget: pickKnown(plainObject(budget, "budget"), budgetKeys, { where: "budget.", leftOut }),
    }),
  };
  try {
    return { config: validateChildConfig(fresh, "yaml_config"), leftOut, models: plan.models };
  } catch (error) {
    throw refused((error as Error).message, "Correct the named keys of the configuration.", error);
  }
}

function permissionOf(context: HeldContext): "read" | "write" {
  return "isWritten" in context ? "write" : "read";
}

/** Checked as a whole with the rest of the new configuration. */
function agentFrom(
  given: unknown,
  where: string,
  { inside, leftOut, plan }: { inside: EngineConfigInput["inside"]; leftOut: string[]; plan: RunModelsPlan },
): Plain {
  const { backend: named = {}, ...agent } = pickKnown(
    plainObject(given, where),
    ["id", "system_message", "backend"],
    { where: `${where}.`, leftOut },
  );
  const backend = plainObject(named, "backend");
  const at = { where: `${where}.backend.`, leftOut };
  const known =
    backend["type"] === "command"
      ? pickKnown(backend, ["type", "command", "cwd"], at)
      : plan.backend(agent["id"], backend, at);
  const { cwd } = backend;
  return {
    ...agent,
    backend: {
      ...known,
      ...(typeof cwd === "string" && { cwd: inside(cwd, "cwd of an agent") }),
      command_line_execution_mode: "local",
    },
  };
}
