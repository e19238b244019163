import { entryAt } from "@retinue/contained-fs";
import { join } from "node:path";
import { z } from "zod";
import type { AgentLogin } from "./agent-login.ts";
import { isSet } from "./environment.ts";

const statusSchema = z.object({
  loggedIn: z.boolean(),
  authMethod: z.string().optional(),
  apiKeySource: z.string().optional(),
});

const variables = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"];

/** By `claude auth status`, which sees keychains and other clouds too; else by what it would read. */
export const claudeLogin: AgentLogin = async ({ environment, home, ask }) => {
  // A run is given it as the program's own key.
  if (isSet(environment, "CLAUDE_CODE_API_KEY")) return "CLAUDE_CODE_API_KEY";
  const { stdout } = await ask("auth", "status", "--json");
  const status = statusSchema.safeParse(jsonOf(stdout));
  if (status.success) {
    const { loggedIn, authMethod, apiKeySource } = status.data;
    return loggedIn ? (apiKeySource ?? authMethod ?? "its own login") : undefined;
  }
  const credentials = join(environment["CLAUDE_CONFIG_DIR"] ?? join(home, ".claude"), ".credentials.json");
  return (
    variables.find((name) => isSet(environment, name)) ??
    (entryAt(credentials) !== undefined ? credentials : undefined)
  );
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // An older one knows no such command.
    return undefined;
  }
}
