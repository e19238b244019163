import { acpAgentOf } from "@retinue/engine-contract";
import { isAbsolute, join } from "node:path";
import type { Environment } from "../detect/environment.ts";

interface Login {
  /** Beneath the home directory, or where the variable says. */
  readonly directory: string;
  readonly variable?: string;
  /** Of that directory: what it renews by itself, and what it only reads. */
  readonly renewed: readonly string[];
  readonly read: readonly string[];
  /**
   * A file of which these fields are the login, and the rest is not to be seen: servers with their keys, projects. It
   * gets a copy with those alone, which is never put back: the program starts what stands in such a file.
   */
  readonly partly?: { readonly name: string; readonly fields: readonly string[] };
}

/**
 * What of the home directory each program's login needs; whatever else it keeps there goes into the subagent's own
 * log directory, where its sessions are found again by a further run.
 */
export const logins: Readonly<Record<string, Login>> = {
  claude_code: {
    directory: ".claude",
    variable: "CLAUDE_CONFIG_DIR",
    renewed: [".credentials.json"],
    read: [],
    partly: {
      name: ".claude.json",
      fields: ["oauthAccount", "primaryApiKey", "customApiKeyResponses", "hasCompletedOnboarding", "userID"],
    },
  },
  codex: { directory: ".codex", variable: "CODEX_HOME", renewed: ["auth.json"], read: ["config.toml"] },
  gemini_cli: {
    directory: ".gemini",
    variable: "GEMINI_CLI_HOME",
    renewed: ["oauth_creds.json"],
    read: ["settings.json", "google_accounts.json", "installation_id"],
  },
  opencode: { directory: ".local/share/opencode", renewed: ["auth.json"], read: [] },
  opencode_config: { directory: ".config/opencode", renewed: [], read: ["opencode.json", "opencode.jsonc"] },
  qwen: { directory: ".qwen", renewed: ["oauth_creds.json"], read: ["settings.json", ".env"] },
  copilot: { directory: ".copilot", renewed: [], read: ["config.json", "settings.json"] },
  "vibe-acp": { directory: ".vibe", variable: "VIBE_HOME", renewed: [], read: ["config.toml", ".env"] },
};

/** Where each agent that speaks ACP keeps its login. */
const acpLogins: Readonly<Record<string, readonly string[]>> = {
  "claude-agent-acp": ["claude_code"],
  "codex-acp": ["codex"],
  gemini: ["gemini_cli"],
  opencode: ["opencode", "opencode_config"],
};

/** Names in the table that a backend's program has its login by. */
export function loginsOf(backend: Readonly<Record<string, unknown>>): readonly string[] {
  const agent = acpAgentOf(backend);
  if (agent !== undefined) return acpLogins[agent] ?? [agent];
  return [String(backend["type"])];
}

/** The directory that a program keeps its login in; undefined for one that has none there. */
export function loginDirectory(type: string, environment: Environment): string | undefined {
  if (!Object.hasOwn(logins, type)) return undefined;
  const { directory, variable } = logins[type] as Login;
  const { HOME = "/" } = environment;
  const named = (variable === undefined ? undefined : environment[variable]) ?? "";
  // Gemini CLI's names the home, the others' the directory itself.
  if (!isAbsolute(named)) return join(HOME, directory);
  return variable === "GEMINI_CLI_HOME" ? join(named, directory) : named;
}

/** Where the file lies that is shown in part: beside the directory, and in it where a variable names that. */
export function partlyShown(type: string, environment: Environment): string | undefined {
  const directory = loginDirectory(type, environment);
  const { partly, variable = "" } = logins[type] ?? {};
  if (directory === undefined || partly === undefined) return undefined;
  return isAbsolute(environment[variable] ?? "")
    ? join(directory, partly.name)
    : join(environment["HOME"] ?? "/", partly.name);
}
