import { commandLineAgents } from "@retinue/engine-contract";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Client, Scope } from "./connection.ts";
import { isOnPath } from "./is-on-path.ts";
import { notAdded } from "./not-added.ts";
import { textOf } from "./text-of.ts";

const program = commandLineAgents.gemini_cli;

/** Gemini CLI keeps keys from its servers unless the entry names them; it fills `${NAME:-}` in at each start. */
export const geminiCli: Client = {
  title: program.title,
  program,
  scopes: ["user", "project"],
  entryClient: "gemini_cli",
  canTrust: true,
  allowing: () =>
    "Allow the tool when it asks; `gemini -p` has nobody to ask: --trust makes an entry that needs no asking.",
  isHere: () => isOnPath(program.program),
  print({ entry: { name, command, args, timeout }, trust, variables }) {
    const env = Object.fromEntries(variables.map((each) => [each, filledIn(each)]));
    const server = { command, args, timeout, ...(trust && { trust }), ...(variables.length > 0 && { env }) };
    return `${JSON.stringify({ mcpServers: { [name]: server } }, null, 2)}\n`;
  },
  write({ entry: { name, command, args, timeout }, scope, trust, variables }, client) {
    const path = fileOf(scope);
    const before = textOf(path);
    const options = [
      "--scope",
      scope,
      "--timeout",
      String(timeout),
      ...(trust ? ["--trust"] : []),
      ...variables.flatMap((each) => ["-e", `${each}=${filledIn(each)}`]),
    ];
    client(["mcp", "add", ...options, name, command, "--", ...args]);
    const after = textOf(path);
    if (!after.includes(JSON.stringify(name))) throw notAdded(program.title, path);
    return { path, changed: after !== before };
  },
  remove({ name, scope }, client) {
    const path = fileOf(scope);
    const before = textOf(path);
    if (before.includes(JSON.stringify(name))) client(["mcp", "remove", "--scope", scope, name]);
    return { path, changed: textOf(path) !== before };
  },
};

function fileOf(scope: Scope): string {
  const directory = scope === "project" ? process.cwd() : (process.env["GEMINI_CLI_HOME"] ?? homedir());
  return join(directory, ".gemini/settings.json");
}

/** Nothing where it is not set. */
function filledIn(variable: string): string {
  return `\${${variable}:-}`;
}
