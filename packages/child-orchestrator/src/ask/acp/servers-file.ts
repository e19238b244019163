import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentRequest } from "../../contract/agent-backend.ts";
import type { AcpConfig } from "./acp-config.ts";
import type { AcpLaunch } from "./ready-made.ts";

/** What an agent's command line gets of a file that lasts as long as its round. */
interface ServersFile extends Disposable {
  readonly args: readonly string[];
}

/** For an agent that takes no tool server of a command from the protocol. Their environment may hold keys. */
export function serversFile(
  { serversArgument }: AcpLaunch,
  { mcp_servers: servers }: AcpConfig,
  { scratch }: AgentRequest,
): ServersFile {
  const started = servers.flatMap((server) => ("command" in server ? [server] : []));
  if (serversArgument === undefined || started.length === 0) return { args: [], [Symbol.dispose]() {} };
  const path = join(scratch.directory, `${scratch.name}_servers.json`);
  const entries = started.map(({ name, command, args, env }) => [
    name,
    { type: "local", command, args, env, tools: ["*"] },
  ]);
  writeFileSync(path, JSON.stringify({ mcpServers: Object.fromEntries(entries) }), { mode: 0o600 });
  return { args: [serversArgument(path)], [Symbol.dispose]: () => rmSync(path, { force: true }) };
}
