import {
  agentsOf,
  inheritedSettingsOf,
  keyVariables,
  subagentServerEntry,
} from "@retinue/coordination-config";
import { isInsideContainer, detectedTypes } from "@retinue/runtime";
import { resolve } from "node:path";
import { CliError } from "../cli-error.ts";
import { readConfiguration } from "../configure/read-configuration.ts";
import { claudeCode } from "../connect/claude-code.ts";
import { codex } from "../connect/codex.ts";
import type { Client, Connection, Scope } from "../connect/connection.ts";
import { geminiCli } from "../connect/gemini-cli.ts";
import { serverCommand } from "../connect/server-command.ts";

export interface ConfigOptions {
  /** Adds the entry; without it, it is printed. */
  readonly write?: boolean | undefined;
  readonly scope: Scope;
  readonly name: string;
  readonly trust?: boolean | undefined;
  /** The configuration that the server is to read, wherever it works. */
  readonly config?: string | undefined;
}

const clients: Readonly<Record<string, Client>> = { "claude-code": claudeCode, codex, gemini: geminiCli };

/**
 * `retinue config <client>`: the entry that a client needs to start the server.
 *
 * @throws CliError, CoordinationConfigError INVALID_ENTRY.
 */
export async function config(name: string, flags: readonly string[], options: ConfigOptions): Promise<void> {
  const client = clients[name] as Client;
  const { write = false } = options;
  const connection = await connectionFor(client, flags, options);
  if (!write) {
    process.stdout.write(client.print(connection));
  } else {
    // What runs programs is loaded for this alone.
    const { requireStart } = await import("../connect/require-start.ts");
    const { runClient } = await import("../connect/run-client.ts");
    requireStart(connection.entry);
    const { path, changed } = client.write(connection, runClient(client));
    const what = changed ? "can spawn subagents now" : "could spawn subagents already";
    process.stdout.write(`${client.title} ${what}: ${options.name} in ${path}\n`);
  }
  if (connection.entry.args.includes("--runtime-fallback-mode")) {
    process.stderr.write(
      "retinue: this is a container: subagents share it (--runtime-fallback-mode inherited)\n",
    );
  }
}

async function connectionFor(
  client: Client,
  flags: readonly string[],
  { scope, name, trust = false, config: file }: ConfigOptions,
): Promise<Connection> {
  if (!client.scopes.includes(scope)) {
    throw new CliError("INVALID_OPTION", `${client.title} has no scope ${scope}`, {
      remedy: `Use --scope ${client.scopes.join(" or --scope ")}.`,
      details: { scope },
    });
  }
  if (trust && !client.canTrust) {
    throw new CliError("INVALID_OPTION", `An entry of ${client.title} cannot hold --trust`, {
      remedy: `Start it with --allowedTools mcp__${name}__spawn_subagents, or allow the tool when it asks.`,
      details: { trust },
    });
  }
  const { command, args } = serverCommand();
  const configured = file === undefined ? undefined : await readConfiguration(file);
  const entry = subagentServerEntry({
    client: client.entryClient,
    name,
    command,
    args,
    flags: {
      ...(file !== undefined && { config: resolve(file) }),
      // In a container no run can be a process of the host; each result says so.
      ...(isInsideContainer() && { "runtime-fallback-mode": "inherited" }),
    },
    coordination: configured === undefined ? {} : inheritedSettingsOf(configured),
  });
  const agents = configured === undefined ? detectedTypes.map(soloOf) : agentsOf(configured);
  const variables = keyVariables({ agents }).filter((each) => (process.env[each] ?? "") !== "");
  return { entry: { ...entry, args: [...entry.args, ...flags] }, scope, trust, variables };
}

function soloOf(type: string) {
  return { id: type, backend: { type } };
}
