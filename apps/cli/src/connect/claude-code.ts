import { commandLineAgents } from "@retinue/engine-contract";
import { printable } from "@retinue/contained-fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Client, Connection, RunClient, Scope } from "./connection.ts";
import { CliError } from "../cli-error.ts";
import { isOnPath } from "./is-on-path.ts";
import { notAdded } from "./not-added.ts";
import { textOf } from "./text-of.ts";

const program = commandLineAgents.claude_code;

/** Claude Code has its limit in the entry (milliseconds), and hands its whole environment on. */
export const claudeCode: Client = {
  title: program.title,
  program,
  scopes: ["user", "project", "local"],
  entryClient: "claude_code",
  canTrust: false,
  allowing: (name) =>
    `Allow the tool when it asks; \`claude -p\` has nobody to ask, and takes --allowedTools mcp__${name}__spawn_subagents.`,
  isHere: () => isOnPath(program.program),
  print({ entry, scope }) {
    const json = JSON.stringify(definition(entry)).replaceAll("'", `'\\''`);
    return `claude mcp add-json --scope ${scope} ${entry.name} '${json}'\n`;
  },
  write({ entry, scope }, client) {
    const { name } = entry;
    const path = fileOf(scope);
    const wanted = definition(entry);
    const there = entryIn(path, scope, name);
    if (isDeepStrictEqual(there, wanted)) return { path, changed: false };
    // It has no command that replaces an entry.
    if (there !== undefined) client(["mcp", "remove", "--scope", scope, name]);
    client(["mcp", "add-json", "--scope", scope, name, JSON.stringify(wanted)]);
    if (entryIn(path, scope, name) === undefined) throw notAdded(program.title, path);
    requireConnected(client, name);
    return { path, changed: true };
  },
  remove({ name, scope }, client) {
    const path = fileOf(scope);
    const changed = entryIn(path, scope, name) !== undefined;
    if (changed) client(["mcp", "remove", "--scope", scope, name]);
    return { path, changed };
  },
};

/** It starts the server itself for this, as it does for a prompt. */
function requireConnected(client: RunClient, name: string): void {
  const said = client(["mcp", "get", name]);
  if (!said.includes("Failed to connect")) return;
  throw new CliError(
    "NO_START",
    `${program.title} has the entry, but cannot start the server: ${printable(said)}`,
    {
      remedy: `See what it is told: claude mcp get ${name}. The entry goes with --remove.`,
      details: { name },
    },
  );
}

/** Without `alwaysLoad` a prompt may be answered before the server has started, and its tools are hidden. */
function definition({ type, command, args, timeout }: Connection["entry"]) {
  return { type, command, args, timeout, alwaysLoad: true };
}

function fileOf(scope: Scope): string {
  if (scope === "project") return join(process.cwd(), ".mcp.json");
  return join(process.env["CLAUDE_CONFIG_DIR"] ?? homedir(), ".claude.json");
}

interface Place {
  readonly mcpServers?: Readonly<Record<string, unknown>>;
  readonly projects?: Readonly<Record<string, Place>>;
}

function entryIn(path: string, scope: Scope, name: string): unknown {
  const file = JSON.parse(textOf(path) || "{}") as Place;
  if (scope !== "local") return file.mcpServers?.[name];
  // It files what is local under the repository, of which this may be a directory.
  for (let directory = process.cwd(); ; directory = dirname(directory)) {
    const entry = file.projects?.[directory]?.mcpServers?.[name];
    if (entry !== undefined || directory === dirname(directory)) return entry;
  }
}
