import { z } from "zod";

/** Clients that an entry can be made for; `other` is any that reads the common form. */
export const mcpClientSchema = z.enum(["codex", "massgen", "claude_code", "gemini_cli", "other"]);
export type McpClient = z.infer<typeof mcpClientSchema>;

/** Seconds that a tool may take beyond the default timeout of a run: to stop it and bring its work back. */
const bufferSeconds = 60;
/** Milliseconds: the longest that a timer takes, 24 days. */
const noLimit = 2 ** 31 - 1;

/**
 * What keeps a client from giving a spawn up before the run's own timeout, which is the authority.
 * Codex has a limit for all tools of a server; MassGen exempts spawning by its name and hands that limit on
 * to Codex; the others take milliseconds.
 */
export function clientTimeout(client: McpClient, defaultTimeoutSeconds: number): Record<string, number> {
  if (client === "codex" || client === "massgen")
    return { tool_timeout_sec: defaultTimeoutSeconds + bufferSeconds };
  return { timeout: noLimit };
}
