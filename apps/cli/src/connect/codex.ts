import { commandLineAgents } from "@retinue/engine-contract";
import { writeFileAtomic } from "@retinue/contained-fs";
import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { withTableKeys, type TableKeys } from "./codex-table.ts";
import type { Client, Connection } from "./connection.ts";
import { notAdded } from "./not-added.ts";
import { textOf } from "./text-of.ts";

const program = commandLineAgents.codex;
/** Seconds: the first start fetches the server. */
const startSeconds = 60;

/** Codex keeps all but a few variables from its servers unless the entry names them; its limits are in seconds. */
export const codex: Client = {
  ...program,
  scopes: ["user"],
  entryClient: "codex",
  canTrust: true,
  print(connection) {
    const { name, command, args } = connection.entry;
    const keys = { command: JSON.stringify(command), args: JSON.stringify(args), ...tableKeys(connection) };
    const lines = Object.entries(keys).map(([key, value]) => `${key} = ${value}\n`);
    return `[mcp_servers.${name}]\n${lines.join("")}`;
  },
  write(connection, client) {
    const { name, command, args } = connection.entry;
    const path = join(process.env["CODEX_HOME"] ?? join(homedir(), ".codex"), "config.toml");
    const before = textOf(path);
    client(["mcp", "add", name, "--", command, ...args]);
    // There are no flags for the rest of the entry.
    const after = withTableKeys(textOf(path), name, tableKeys(connection));
    if (after === undefined) throw notAdded(program.title, path);
    // The file itself, where its path is a link into somebody's collection of such files.
    writeFileAtomic(realpathSync(path), after, { mode: statSync(path).mode & 0o777 });
    if (
      !client(["mcp", "get", name, "--json"]).includes(
        `"tool_timeout_sec": ${connection.entry.tool_timeout_sec}`,
      )
    )
      throw notAdded(program.title, path);
    return { path, changed: after !== before };
  },
};

function tableKeys({ entry, trust, variables }: Connection): TableKeys {
  return {
    startup_timeout_sec: String(startSeconds),
    tool_timeout_sec: String(entry.tool_timeout_sec),
    // Otherwise a prompt may be answered before the server has started, without its tools.
    required: "true",
    ...(variables.length > 0 && { env_vars: JSON.stringify(variables) }),
    ...(trust && { default_tools_approval_mode: '"approve"' }),
  };
}
