import {
  agentsOf,
  defaultSpawningAgent,
  inheritedSettingsOf,
  reservedTypes,
  type ParentConfig,
} from "@retinue/coordination-config";
import { timeoutBounds } from "@retinue/status-model";
import { resolve } from "node:path";
import { z } from "zod";
import { requireArguments } from "../require-arguments.ts";
import type { SubagentManagerOptions } from "./manager-options.ts";

const configSchema = z.looseObject({});

/** What a configuration says to a manager of a workspace; the engine and the environment are the program's to add. */
export type ConfiguredOptions = Omit<SubagentManagerOptions, "engine" | "environment">;

/**
 * The options of a manager by a parent's configuration. Paths in it are taken from the workspace.
 *
 * @param workspace Absolute.
 * @throws RuntimeError INVALID_INPUT, CoordinationConfigError or StatusModelError.
 */
export function configuredOptions(
  config: Partial<ParentConfig>,
  workspace: string,
): ConfiguredOptions & { readonly warnings: readonly string[] } {
  requireArguments("configuredOptions", configSchema, config);
  const agents = agentsOf(config);
  const coordination = inheritedSettingsOf(config);
  const timeouts = timeoutBounds(config.orchestrator?.coordination ?? {});
  const { agent_temporary_workspace: temporary, context_paths: contexts } = config.orchestrator ?? {};
  return {
    workspace,
    agents,
    coordination,
    parentAgentId: defaultSpawningAgent(agents, coordination.subagent_orchestrator),
    runtimeMode: coordination.subagent_runtime_mode,
    runtimeFallbackMode: coordination.subagent_runtime_fallback_mode ?? undefined,
    hostLaunchPrefix: coordination.subagent_host_launch_prefix ?? undefined,
    sandbox: coordination.subagent_sandbox,
    sandboxAllow: coordination.subagent_sandbox_allow ?? undefined,
    broker: coordination.subagent_broker,
    // Checked by the manager.
    brokerRoutes: (coordination.subagent_broker_routes ??
      undefined) as SubagentManagerOptions["brokerRoutes"],
    reservedTypes: reservedTypes(coordination),
    maxConcurrent: coordination.subagent_max_concurrent,
    temporaryWorkspace: temporary == null ? undefined : resolve(workspace, temporary),
    contextPaths: (contexts ?? []).map((entry) => ({
      path: resolve(workspace, typeof entry === "string" ? entry : entry.path),
    })),
    timeouts,
    warnings: timeouts.warnings,
  };
}
