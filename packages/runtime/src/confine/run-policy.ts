import { entryAt, isWithin, makeDirectoryWithin } from "@retinue/contained-fs";
import { commandLineAgents, logLayout, type ChildConfig } from "@retinue/engine-contract";
import type { SandboxPolicy } from "@retinue/sandbox";
import { homedir } from "node:os";
import { join } from "node:path";
import { engineOf, type Settings } from "../configure/manager-options.ts";
import { readChildConfig } from "../prepare/child-config-file.ts";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { withLog } from "../prepare/subagent-roots.ts";
import { backendHosts } from "./backend-hosts.ts";
import { programLogins } from "./program-logins.ts";
import { programPlaces } from "./program-places.ts";

/** In a subagent's log directory: what its programs keep in the home directory, from run to run. */
const stateName = "sandbox";

/**
 * What a run may reach, by its configuration: its workspace and its engine's logs to write; its context, its programs
 * and their logins to read; the hosts of its backends.
 */
export function runPolicy(paths: SubagentPaths, settings: Settings): SandboxPolicy {
  const { environment } = settings;
  const home = environment["HOME"] ?? homedir();
  const config = readChildConfig(paths);
  const context = (config.orchestrator.context_paths ?? []).map(({ path }) => path);
  const logins = programLogins(config, { ...environment, HOME: home }, (name) => stateDirectory(paths, name));
  return {
    workspace: paths.workspace,
    home: isWithin("/usr", home) ? "/tmp/home" : home,
    writable: [paths.liveLogs],
    readable: [
      paths.logPath,
      ...context.filter((path) => entryAt(path) !== undefined),
      ...(config.orchestrator.skills ?? []).map(({ path }) => join(path, "..")),
      ...programPlaces([...engineOf(settings).command, "node"], environment, home),
      ...agentCommands(config).flatMap((agent) => programPlaces(agent, environment, home)),
      ...logins.readable,
    ],
    hidden: [
      join(paths.parentWorkspace, "subagents"),
      join(paths.parentWorkspace, logLayout.massgen),
      join(paths.logDirectory, "subagents"),
    ],
    logins: logins.logins,
    hosts: config.agents.flatMap(({ backend }) => backendHosts(backend, environment)),
  };
}

function agentCommands({ agents }: ChildConfig): string[][] {
  return agents.flatMap(({ backend }) => {
    const { type, command } = backend;
    if (Array.isArray(command)) return [command.map(String)];
    return Object.hasOwn(commandLineAgents, type)
      ? [[commandLineAgents[type as keyof typeof commandLineAgents].program]]
      : [];
  });
}

function stateDirectory(paths: SubagentPaths, name: string): string {
  withLog(paths, (log) => makeDirectoryWithin(log, `${stateName}/${name}`));
  return join(paths.logPath, stateName, name);
}
