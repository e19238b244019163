import { commandLineAgents } from "@retinue/engine-contract";
import { homedir } from "node:os";
import { join } from "node:path";
import { withTableKeys, type TableKeys } from "./codex-table.ts";
import type { Client, Connection } from "./connection.ts";
import { isOnPath } from "./is-on-path.ts";
import { notAdded } from "./not-added.ts";
import { replaceFile } from "./replace-file.ts";
import { textOf } from "./text-of.ts";

const program = commandLineAgents.codex;
/** Seconds: the first start fetches the server. */
const startSeconds = 60;

/** Codex keeps all but a few variables from its servers unless the entry names them; its limits are in seconds. */
export const codex: Client = {
  title: program.title,
  program,
  scopes: ["user"],
  entryClient: "codex",
  canTrust: true,
  allowing: () =>
    "Allow the tool when it asks; `codex exec` has nobody to ask, and refuses: --trust makes an entry that needs no asking.",
  isHere: () => isOnPath(program.program),
  print(connection) {
    const { name, command, args } = connection.entry;
    const keys = { command: JSON.stringify(command), args: JSON.stringify(args), ...tableKeys(connection) };
    const lines = Object.entries(keys).map(([key, value]) => `${key} = ${value}\n`);
    return `[mcp_servers.${name}]\n${lines.join("")}`;
  },
  write(connection, client) {
    const { name, command, args } = connection.entry;
    const path = fileOf();
    const before = textOf(path);
    client(["mcp", "add", name, "--", command, ...args]);
    // There are no flags for the rest of the entry.
    const after = withTableKeys(textOf(path), name, tableKeys(connection));
    if (after === undefined) throw notAdded(program.title, path);
    replaceFile(path, after);
    if (
      !client(["mcp", "get", name, "--json"]).includes(
        `"tool_timeout_sec": ${connection.entry.tool_timeout_sec}`,
      )
    )
      throw notAdded(program.title, path);
    return { path, changed: after !== before };
  },
  remove({ name }, client) {
    const path = fileOf();
    const before = textOf(path);
    // Without such an entry it says so, and goes on.
    if (before !== "") client(["mcp", "remove", name]);
    return { path, changed: textOf(path) !== before };
  },
};

function fileOf(): string {
  return join(process.env["CODEX_HOME"] ?? join(homedir(), ".codex"), "config.toml");
}

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
