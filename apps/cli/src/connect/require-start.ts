import type { SubagentServerEntry } from "@retinue/coordination-config";
import { CliError } from "../cli-error.ts";
import { runToEnd } from "./run-to-end.ts";

/**
 * Starts the server as the entry says, to be told its version. So what cannot start is not added, and npx has
 * fetched it before a client waits for it.
 *
 * @throws CliError NO_START.
 */
export function requireStart({ command, args }: Pick<SubagentServerEntry, "command" | "args">): void {
  const { ok, said } = runToEnd(command, [...args, "--version"]);
  if (ok) return;
  throw new CliError("NO_START", `The server does not start (${command} ${args.join(" ")}): ${said}`, {
    remedy: "Nothing was added. Correct the flags, or see whether npm reaches its registry.",
    details: { command, args },
  });
}
