import { entryAt, isWithin, makeDirectoryWithin } from "@retinue/contained-fs";
import {
  acpAgentOf,
  acpAgents,
  commandLineAgents,
  environmentNames,
  logLayout,
  type AgentConfig,
  type ChildConfig,
} from "@retinue/engine-contract";
import type { SandboxPolicy } from "@retinue/sandbox";
import { join } from "node:path";
import { bridgeFile } from "@retinue/model-broker";
import { engineOf, type Settings } from "../configure/manager-options.ts";
import type { RunModels } from "../contract/run-models.ts";
import { readChildConfig } from "../prepare/child-config-file.ts";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { withLog } from "../prepare/subagent-roots.ts";
import { backendHosts, toolServerHosts } from "./backend-hosts.ts";
import { fromHome, homeOf } from "./home-of.ts";
import { linkLogins, putLoginsBack, stateParent } from "./login-files.ts";
import { programLogins } from "./program-logins.ts";
import { programPlaces } from "./program-places.ts";
import { uvPlaces } from "./uv-places.ts";

/**
 * What a run may reach, by its configuration: its workspace and its engine's logs to write; its context, its programs
 * and their logins to read; the hosts of its backends. With `models` no login and
 * no host but those of tool servers: the socket alone.
 */
export function runPolicy(paths: SubagentPaths, settings: Settings, models?: RunModels): SandboxPolicy {
  const { environment, sandboxAllow } = settings;
  const home = homeOf(environment);
  const config = readChildConfig(paths);
  // What it is given to change lies in its workspace, and is not to be read alone.
  const context = (config.orchestrator.context_paths ?? [])
    .map(({ path }) => path)
    .filter((path) => !isWithin(path, paths.workspace));
  const known = { ...environment, HOME: home, ...models?.environment };
  // With a broker Gemini CLI has a home of its own there.
  const stateName = (name: string) =>
    models !== undefined && name === "gemini_cli" ? `${name}/.gemini` : name;
  // Of a run whose end nobody saw.
  putLoginsBack(paths, known, settings.log);
  const link = (type: string, names: readonly string[]) =>
    linkLogins(paths, type, `${stateParent}/${stateName(type)}`, names, known);
  const logins = programLogins({
    config,
    environment: known,
    stateOf: (type) => stateDirectory(paths, stateName(type)),
    link: models === undefined ? link : undefined,
  });
  const homeInside = isWithin("/usr", home) ? "/tmp/home" : home;
  const uv = uvPlaces(engineOf(settings).command, paths.workspace, environment);
  return {
    workspace: paths.workspace,
    home: homeInside,
    writable: [paths.liveLogs],
    readable: [
      paths.logPath,
      ...context.filter((path) => entryAt(path) !== undefined),
      ...(config.orchestrator.skills ?? []).map(({ path }) => join(path, "..")),
      ...programPlaces([...engineOf(settings).command, "node"], environment, home),
      ...agentCommands(config).flatMap((agent) => programPlaces(agent, environment, home)),
      ...uv.readable,
      ...logins.readable,
      ...sandboxAllow.readable
        .map((path) => fromHome(path, home))
        .filter((path) => entryAt(path) !== undefined),
      ...(models === undefined ? [] : [models.socketDirectory]),
      ...(models?.port === undefined ? [] : [bridgeFile().path]),
    ],
    hidden: [
      join(paths.parentWorkspace, "subagents"),
      join(paths.parentWorkspace, logLayout.massgen),
      join(paths.logDirectory, "subagents"),
    ],
    logins: [
      // Where an agent that nobody knows by name keeps its sessions is its own affair, as long as it is at home.
      ...(config.agents.some(isUnknownAgent)
        ? [{ source: stateDirectory(paths, "home"), target: homeInside, write: true }]
        : []),
      ...logins.logins,
    ],
    environment: { ...uv.environment, ...logins.environment, [environmentNames.sandboxed]: "1" },
    hosts: [
      ...config.agents.flatMap(({ backend }) => toolServerHosts(backend)),
      ...(models === undefined
        ? [
            ...config.agents.flatMap(({ backend }) => backendHosts(backend, environment)),
            ...sandboxAllow.hosts,
          ]
        : []),
    ],
  };
}

function isUnknownAgent({ backend }: AgentConfig): boolean {
  return backend.type === "acp" && acpAgentOf(backend) === undefined;
}

/** What is started for the agents: their programs, and their tool servers'. */
function agentCommands({ agents }: ChildConfig): string[][] {
  return agents.flatMap(({ backend }) => {
    const { type, command } = backend;
    const servers = type === "acp" ? serverCommands(backend) : [];
    if (Array.isArray(command)) return [command.map(String), ...servers];
    const agent = acpAgentOf(backend);
    if (agent !== undefined) return [[acpAgents[agent].program], ...servers];
    return Object.hasOwn(commandLineAgents, type)
      ? [[commandLineAgents[type as keyof typeof commandLineAgents].program]]
      : [];
  });
}

function serverCommands({ mcp_servers: servers }: Readonly<Record<string, unknown>>): string[][] {
  if (!Array.isArray(servers)) return [];
  return servers.flatMap((server: { command?: unknown; args?: unknown } | null) => {
    const { command, args } = server ?? {};
    return typeof command === "string" ? [[command, ...(Array.isArray(args) ? args.map(String) : [])]] : [];
  });
}

function stateDirectory(paths: SubagentPaths, name: string): string {
  withLog(paths, (log) => makeDirectoryWithin(log, `${stateParent}/${name}`));
  return join(paths.logPath, stateParent, name);
}
