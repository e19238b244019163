import { commandLineAgents } from "@retinue/engine-contract";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Client } from "./connection.ts";
import { notAdded } from "./not-added.ts";
import { textOf } from "./text-of.ts";

const program = commandLineAgents.gemini_cli;

/** Gemini CLI keeps keys from its servers unless the entry names them; it fills `${NAME:-}` in at each start. */
export const geminiCli: Client = {
  ...program,
  scopes: ["user", "project"],
  entryClient: "gemini_cli",
  canTrust: true,
  print({ entry: { name, command, args, timeout }, trust, variables }) {
    const env = Object.fromEntries(variables.map((each) => [each, filledIn(each)]));
    const server = { command, args, timeout, ...(trust && { trust }), ...(variables.length > 0 && { env }) };
    return `${JSON.stringify({ mcpServers: { [name]: server } }, null, 2)}\n`;
  },
  write({ entry: { name, command, args, timeout }, scope, trust, variables }, client) {
    const directory = scope === "project" ? process.cwd() : (process.env["GEMINI_CLI_HOME"] ?? homedir());
    const path = join(directory, ".gemini/settings.json");
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
};

/** Nothing where it is not set. */
function filledIn(variable: string): string {
  return `\${${variable}:-}`;
}
