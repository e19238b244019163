import { entryAt } from "@retinue/contained-fs";
import type { AcpAgentName } from "@retinue/engine-contract";
import { join } from "node:path";
import type { AgentLogin, LoginLook } from "./agent-login.ts";
import { claudeLogin } from "./claude-login.ts";
import { codexLogin } from "./codex-login.ts";
import { isSet } from "./environment.ts";
import { geminiLogin } from "./gemini-login.ts";
import { readUsersFile } from "./read-users-file.ts";

const firstSet = ({ environment }: LoginLook, names: readonly string[]) =>
  names.find((name) => isSet(environment, name));

/** An adapter is not asked: it would wait for a client. It finds the login of the program that it adapts. */
const unasked = (look: LoginLook): LoginLook => ({
  ...look,
  ask: async () => ({ exitCode: null, stdout: "", stderr: "" }),
});

/** How each agent that speaks ACP is seen to be logged in, by what it would read: none of them has a command that tells at once. */
export const acpLogins: Readonly<Record<AcpAgentName, AgentLogin>> = {
  "claude-agent-acp": (look) => claudeLogin(unasked(look)),
  async "codex-acp"(look) {
    const { environment, home } = look;
    const own = join(environment["CODEX_HOME"] ?? join(home, ".codex"), "auth.json");
    return (await codexLogin(unasked(look))) ?? (entryAt(own) === undefined ? undefined : own);
  },
  gemini: geminiLogin,
  // With the key of another vendor alone it would ask a model of its own choice.
  async opencode(look) {
    const own = join(dataHome(look), "opencode/auth.json");
    return firstSet(look, ["OPENCODE_API_KEY"]) ?? (holds(own, /"type"\s*:/) ? own : undefined);
  },
  async qwen(look) {
    const own = join(look.home, ".qwen/oauth_creds.json");
    const isServer = ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"].every((name) =>
      isSet(look.environment, name),
    );
    if (isServer) return "OPENAI_API_KEY, with OPENAI_BASE_URL";
    return entryAt(own) === undefined ? undefined : own;
  },
  async copilot(look) {
    const own = join(look.home, ".copilot/config.json");
    const isServer = ["COPILOT_PROVIDER_BASE_URL", "COPILOT_MODEL"].every((name) =>
      isSet(look.environment, name),
    );
    if (isServer) return "a provider of one's own, COPILOT_PROVIDER_BASE_URL";
    return (
      firstSet(look, ["COPILOT_GITHUB_TOKEN"]) ??
      (holds(own, /"logged_?in_?users?"|"last_?logged_?in_?user"/i) ? own : undefined)
    );
  },
  async "vibe-acp"(look) {
    const own = join(look.environment["VIBE_HOME"] ?? join(look.home, ".vibe"), ".env");
    return (
      firstSet(look, ["MISTRAL_API_KEY"]) ??
      (holds(own, /^\s*(export\s+)?MISTRAL_API_KEY\s*=\s*\S/m) ? own : undefined)
    );
  },
};

function dataHome({ environment, home }: LoginLook): string {
  return environment["XDG_DATA_HOME"] ?? join(home, ".local/share");
}

function holds(path: string, pattern: RegExp): boolean {
  return pattern.test(readUsersFile(path) ?? "");
}
