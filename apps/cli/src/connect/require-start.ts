import type { SubagentServerEntry } from "@retinue/coordination-config";
import { CliError } from "../cli-error.ts";
import { runToEnd } from "./run-to-end.ts";

/** What a client says first. */
const greeting = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "retinue-config", version: "1" },
  },
};

/**
 * Starts the server as the entry says, and says what a client says first. So what cannot start is not added, and npx
 * has fetched it before a client waits for it.
 *
 * @throws CliError NO_START.
 */
export function requireStart({
  command,
  args,
  env,
}: Pick<SubagentServerEntry, "command" | "args" | "env">): void {
  const { ok, stdout, said } = runToEnd(command, args, { input: `${JSON.stringify(greeting)}\n`, env });
  if (ok && stdout.includes('"serverInfo"')) return;
  throw new CliError("NO_START", `The server does not start (${command} ${args.join(" ")}): ${said}`, {
    remedy:
      "Nothing was added. Correct the flags, see which Node is first on PATH, or whether npm reaches its registry.",
    details: { command, args },
  });
}
