import { entryAt, printable } from "@retinue/contained-fs";
import type { ParentConfig } from "@retinue/coordination-config";
import {
  configuredOptions,
  detectTeam,
  detectTeamOf,
  isInsideContainer,
  workspaceIndexOf,
  type FoundTeam,
  type SubagentManagerOptions,
} from "@retinue/runtime";
import { join, resolve } from "node:path";
import { CliError } from "../cli-error.ts";
import { readConfiguration } from "../configure/read-configuration.ts";
import { brokerCommand } from "./broker-command.ts";
import { engineOf } from "../evaluate/engine-of.ts";
import { telemetryOf } from "../trace/telemetry-of.ts";

export interface TeamChoice {
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
  /** A configuration. Default: `retinue.yaml` of the workspace, where there is one. */
  readonly config?: string | undefined;
  /** Names of command-line agents, separated by commas: the team, whatever the configuration has. */
  readonly agents?: string | undefined;
  /** Models are asked through a broker. Default: as the configuration says. */
  readonly broker?: boolean | undefined;
}

/**
 * What a manager is made of that starts something for a person: a configuration where there is one; else the team that
 * `retinue doctor` names, looked for when something is to be run.
 *
 * @throws CliError, CoordinationConfigError or RuntimeError; nothing was changed.
 */
export async function teamOptions({
  workspace = ".",
  config,
  agents,
  broker,
}: TeamChoice): Promise<SubagentManagerOptions> {
  const directory = resolve(workspace);
  const path = config ?? join(directory, "retinue.yaml");
  const read = config !== undefined || entryAt(path) !== undefined ? await readConfiguration(path) : {};
  const { warnings, ...configured } = configuredOptions(
    agents === undefined ? read : withAgents(read, await teamOf(agents)),
    directory,
  );
  for (const warning of warnings) say(warning);
  const { runtimeMode, runtimeFallbackMode } = configured;
  // As `retinue config` adds a server to a client inside a container; the result says so.
  const shares = runtimeMode === undefined && runtimeFallbackMode === undefined && isInsideContainer();
  return {
    ...configured,
    ...(shares && { runtimeFallbackMode: "inherited" }),
    engine: engineOf(read),
    environment: process.env,
    brokerCommand,
    ...(broker !== undefined && { broker }),
    workspaceIndex: workspaceIndexOf(process.env),
    findTeam: () => readyTeam(path),
    telemetry: await telemetryOf(directory),
    log: say,
  };
}

async function readyTeam(path: string): Promise<FoundTeam> {
  const detected = await detectTeam(process.env);
  if (detected.agents === undefined)
    throw noTeam(entryAt(path) === undefined ? `there is no ${path}` : `${path} names no team`, detected);
  say(`team: ${detected.found}`);
  return { agents: detected.agents };
}

async function teamOf(names: string) {
  const detected = await detectTeamOf(
    process.env,
    names.split(",").map((name) => name.trim()),
  );
  if (detected.agents === undefined) throw noTeam(`--agents ${names}`, detected);
  return detected.agents;
}

function noTeam(
  what: string,
  { found, remedy }: { readonly found: string; readonly remedy: string },
): CliError {
  return new CliError("NO_TEAM", `There is no team to run a task: ${what}, and not ready is ${found}`, {
    remedy: `Run: ${remedy}`,
  });
}

/** The same configuration with these agents as its team, whatever else it has for one. */
function withAgents(
  config: Partial<ParentConfig>,
  agents: NonNullable<ParentConfig["agents"]>,
): Partial<ParentConfig> {
  const { coordination } = config.orchestrator ?? {};
  const shared = coordination?.subagent_orchestrator;
  return {
    ...config,
    agent: undefined,
    agents,
    ...(shared != null && {
      orchestrator: {
        ...config.orchestrator,
        coordination: { ...coordination, subagent_orchestrator: { ...shared, agents: [] } },
      } as ParentConfig["orchestrator"],
    }),
  };
}

function say(message: string): void {
  process.stderr.write(`retinue: ${printable(message)}\n`);
}
