import {
  agentsOf,
  inheritedSettingsOf,
  rewriteDelegatedEntries,
  subagentServerEntry,
} from "@retinue/coordination-config";
import { isInsideContainer } from "@retinue/runtime";
import { resolve } from "node:path";
import { printableLine } from "@retinue/contained-fs";
import { CliError } from "../cli-error.ts";
import { readConfiguration } from "../configure/read-configuration.ts";
import { applicationEnvironment } from "../connect/application-environment.ts";
import type { clientNames } from "../connect/client-names.ts";
import { clients } from "../connect/clients.ts";
import type { Client, Connection, RunClient, Scope } from "../connect/connection.ts";
import { passedVariables } from "../connect/passed-variables.ts";
import { serverCommand } from "../connect/server-command.ts";
import { stillToDo } from "../connect/still-to-do.ts";
import { errorText } from "../print/error-text.ts";

export interface ConfigOptions {
  /** Adds the entry; without it, it is printed. */
  readonly write?: boolean | undefined;
  /** Takes the entry out. */
  readonly remove?: boolean | undefined;
  /** For every client that is on this machine. */
  readonly all?: boolean | undefined;
  readonly scope: Scope;
  readonly name: string;
  readonly trust?: boolean | undefined;
  /** The configuration that the server is to read, wherever it works. */
  readonly config?: string | undefined;
}

/**
 * `retinue config <client>`: the entry that a client needs to start the server.
 *
 * @returns The exit code: 0, or 2 when one of all could not be served.
 * @throws CliError, CoordinationConfigError INVALID_ENTRY.
 */
export async function config(
  name: (typeof clientNames)[number] | undefined,
  flags: readonly string[],
  options: ConfigOptions,
): Promise<0 | 2> {
  if ((name === undefined) !== (options.all === true)) {
    throw new CliError("INVALID_OPTION", "Name a client, or say --all", {
      remedy: `Clients: ${Object.keys(clients).join(", ")}.`,
      details: { name },
    });
  }
  if (name !== undefined) {
    await configure(clients[name], flags, options);
    return 0;
  }
  const here = Object.values(clients).filter((client) => client.isHere());
  if (here.length === 0) process.stdout.write("No client was found on this machine.\n");
  let code: 0 | 2 = 0;
  for (const client of here) {
    if (options.write !== true && options.remove !== true) process.stdout.write(`${client.title}:\n`);
    try {
      await configure(client, flags, { ...options, trust: options.trust === true && client.canTrust });
    } catch (error) {
      // The others are served all the same.
      if (!(error instanceof CliError)) throw error;
      process.stderr.write(errorText(error));
      code = 2;
    }
  }
  return code;
}

async function configure(client: Client, flags: readonly string[], options: ConfigOptions): Promise<void> {
  const { title } = client;
  const { write = false, remove = false, name, scope } = options;
  requireScope(client, scope);
  if (remove) {
    const { path, changed } = client.remove({ name, scope }, await runner(client));
    process.stdout.write(
      `${title} ${changed ? "has" : "had"} no ${name} ${changed ? "any more" : "anyway"}: ${path}\n`,
    );
    return;
  }
  const connection = await connectionFor(client, flags, options);
  if (!write) {
    process.stdout.write(client.print(connection));
  } else {
    const { requireStart } = await import("../connect/require-start.ts");
    requireStart(connection.entry);
    const { path, changed } = client.write(connection, await runner(client));
    const left = await stillToDo(client, connection, options.config);
    const can = left.blocks ? "has the server" : "can spawn subagents";
    process.stdout.write(
      `${title} ${changed ? `${can} now` : `${can.replace("can", "could")} already`}: ${name} in ${path}\n`,
    );
    for (const line of left.lines) process.stdout.write(`  ${printableLine(line)}\n`);
  }
  if (connection.entry.args.includes("--runtime-fallback-mode")) {
    process.stderr.write(
      "retinue: this is a container: subagents share it (--runtime-fallback-mode inherited)\n",
    );
  }
}

/** What runs programs is loaded for this alone. */
async function runner({ program }: Client): Promise<RunClient> {
  const { runClient } = await import("../connect/run-client.ts");
  return program === undefined ? () => "" : runClient(program);
}

function requireScope({ title, scopes }: Client, scope: Scope): void {
  if (scopes.includes(scope)) return;
  throw new CliError("INVALID_OPTION", `${title} has no scope ${scope}`, {
    remedy: `Use --scope ${scopes.join(" or --scope ")}.`,
    details: { scope },
  });
}

async function connectionFor(
  client: Client,
  flags: readonly string[],
  { scope, name, trust = false, config: file }: ConfigOptions,
): Promise<Connection> {
  if (trust && !client.canTrust) {
    throw new CliError("INVALID_OPTION", `An entry of ${client.title} cannot hold --trust`, {
      remedy: client.allowing(name),
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
    ...(client.isApplication && scope === "user" && { env: applicationEnvironment(process.env) }),
    flags: {
      ...client.flags?.(),
      ...(file !== undefined && { config: resolve(file) }),
      // In a container no run can be a process of the host; each result says so.
      ...(isInsideContainer() && { "runtime-fallback-mode": "inherited" }),
    },
    coordination: configured === undefined ? {} : inheritedSettingsOf(configured),
  });
  const variables = passedVariables(configured === undefined ? undefined : agentsOf(configured), process.env);
  const whole = { ...entry, args: [...entry.args, ...flags] };
  // On a host nobody has to be asked for a run.
  const [own = whole] = isInsideContainer() ? [whole] : rewriteDelegatedEntries([whole]);
  return { entry: own, scope, trust, variables };
}
