import {
  agentsOf,
  defaultSpawningAgent,
  inheritedSettingsOf,
  reservedTypes,
  type InheritedSettings,
} from "@retinue/coordination-config";
import { entryAt } from "@retinue/contained-fs";
import { isInsideContainer, workspaceIndexOf, type SubagentManagerOptions } from "@retinue/runtime";
import { timeoutBounds, type TimeoutConfig } from "@retinue/status-model";
import { join, resolve } from "node:path";
import { z } from "zod";
import type { FlagValues } from "../flags/parse-flags.ts";
import { SubagentServerError } from "../subagent-server-error.ts";
import { checkDocument, parseJson } from "./check-document.ts";
import { chooseEngine } from "./choose-engine.ts";
import { readFlagFiles } from "./flag-files.ts";
import { configFileName, readServerConfig } from "./server-config.ts";
import { runtimeMode } from "./runtime-mode.ts";
import { teamBackends } from "./team-backends.ts";
import { profileSources } from "./profile-sources.ts";
import { invalidFile } from "./read-named-file.ts";

/** What this program was started with. */
export interface Start {
  readonly flags: FlagValues;
  /** Absolute. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Must not throw. */
  readonly log: (message: string) => void;
  /** Whether this process is inside a container. Default: looks at the machine. */
  readonly isContainer?: (() => boolean) | undefined;
}

export interface ManagerSettings {
  readonly options: SubagentManagerOptions;
  /** Where a team was looked for in vain. */
  readonly teamMissingIn: string | undefined;
}

/**
 * Reads the files that the flags name and puts them together with the flags, which win.
 *
 * @throws SubagentServerError or StatusModelError; nothing was changed.
 */
export async function managerSettings({
  flags,
  directory,
  environment,
  log,
  isContainer = isInsideContainer,
}: Start): Promise<ManagerSettings> {
  const absolute = (path: string | undefined) => (path === undefined ? undefined : resolve(directory, path));
  const workspace = absolute(flags["workspace-path"]) ?? directory;
  requireDirectory(workspace);
  const files = readFlagFiles(flags);
  const configPath = absolute(flags.config) ?? join(workspace, configFileName);
  const read = await readServerConfig(
    configPath,
    flags.config === undefined ? "the default --config" : "--config",
  );
  if (read === undefined && flags.config !== undefined)
    throw invalidFile(configPath, "--config", "it does not exist");
  const config = read?.config;

  const coordination: InheritedSettings = {
    ...(files.coordination ?? (config === undefined ? {} : inheritedSettingsOf(config))),
    ...budgetsOf(flags),
  };
  const { subagent_orchestrator: orchestrator } = coordination;
  const agents = files.agents ?? agentsOf(config ?? {});
  const timeouts = timeoutBounds(timeoutsOf(flags, coordination));
  new Set([...(read?.warnings ?? []), ...timeouts.warnings]).forEach((warning) => log(warning));
  const temporaryWorkspace = absolute(
    flags["agent-temporary-workspace"] ?? config?.orchestrator?.agent_temporary_workspace ?? undefined,
  );
  const options = {
    workspace,
    workspaceIndex: workspaceIndexOf(environment),
    logDirectory: absolute(flags["log-directory"]),
    parentAgentId: flags["agent-id"] ?? defaultSpawningAgent(agents, orchestrator),
    orchestratorId: flags["orchestrator-id"],
    agents,
    engine: chooseEngine(
      flags.engine ?? config?.retinue?.engine,
      teamBackends(agents, orchestrator),
      environment["PATH"],
    ),
    ...runtimeMode(flags, coordination, isContainer),
    reservedTypes: reservedTypes(coordination),
    delegationDirectory: absolute(flags["delegation-directory"]),
    hostLaunchPrefix: launchPrefix(flags) ?? coordination.subagent_host_launch_prefix ?? undefined,
    sandbox: flags.sandbox ?? coordination.subagent_sandbox,
    sandboxAllow: coordination.subagent_sandbox_allow ?? undefined,
    broker: flags.broker === undefined ? coordination.subagent_broker : flags.broker === "on",
    brokerRoutes: coordination.subagent_broker_routes ?? undefined,
    brokerCommand: [process.execPath, process.argv[1] ?? "", "broker"],
    timeouts,
    maxConcurrent: number(flags["max-concurrent"]) ?? coordination.subagent_max_concurrent,
    temporaryWorkspace,
    contextPaths: (files.contextPaths ?? config?.orchestrator?.context_paths ?? []).map((entry) => ({
      path: resolve(workspace, typeof entry === "string" ? entry : entry.path),
      ...(typeof entry !== "string" && "permission" in entry && { permission: entry.permission }),
    })),
    coordination,
    profileSources: profileSources(flags, directory, workspace),
    environment,
    log,
  };
  // Modes are checked by the manager, whose refusal says what they are.
  return {
    options: options as SubagentManagerOptions,
    teamMissingIn: agents.length === 0 ? configPath : undefined,
  };
}

function timeoutsOf(flags: FlagValues, coordination: InheritedSettings): TimeoutConfig {
  return known({
    subagent_default_timeout: number(flags["default-timeout"]) ?? coordination.subagent_default_timeout,
    subagent_min_timeout: number(flags["min-timeout"]) ?? coordination.subagent_min_timeout,
    subagent_max_timeout: number(flags["max-timeout"]) ?? coordination.subagent_max_timeout,
  });
}

/** Those that a flag names. */
function budgetsOf(flags: FlagValues): InheritedSettings {
  return known({
    subagent_max_cost: number(flags["max-cost"]),
    subagent_max_tokens: number(flags["max-tokens"]),
    subagent_max_total_cost: number(flags["max-total-cost"]),
    subagent_max_total_tokens: number(flags["max-total-tokens"]),
  });
}

function known<Given extends object>(given: Given): Partial<Given> {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<Given>;
}

function launchPrefix(flags: FlagValues): string[] | undefined {
  const text = flags["host-launch-prefix"];
  if (text === undefined) return undefined;
  const source = "--host-launch-prefix";
  const tokens = checkDocument(z.array(z.string()), parseJson(text, text, source), text, source);
  return tokens.length === 0 ? undefined : tokens;
}

function requireDirectory(workspace: string): void {
  // The dot: it may be named by a link.
  if (entryAt(`${workspace}/.`)?.kind === "directory") return;
  throw new SubagentServerError("INVALID_FLAG", `The workspace ${workspace} is not a directory`, {
    remedy: "Make it, or start the server with the --workspace-path of one that exists.",
    details: { workspace },
  });
}

function number(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
