import { backendVariables } from "@retinue/engine-contract";
import type { Environment } from "../detect/environment.ts";

const anthropic = ["api.anthropic.com"];
const openai = ["api.openai.com"];
const google = ["generativelanguage.googleapis.com"];

/** By `backend.type`: its models, and where a login of its program is renewed. */
const hosts: Readonly<Record<string, readonly string[]>> = {
  claude: anthropic,
  claude_code: [...anthropic, "console.anthropic.com", "platform.claude.com"],
  openai,
  chatcompletion: openai,
  codex: [...openai, "chatgpt.com", "auth.openai.com"],
  gemini: google,
  gemini_cli: [
    ...google,
    "cloudcode-pa.googleapis.com",
    "oauth2.googleapis.com",
    "aiplatform.googleapis.com",
    "www.googleapis.com",
  ],
};

/**
 * The hosts that a backend needs, HOST:PORT: that of its `base_url`, or of the variable that names one, else its
 * vendor's. None for a program of the user's own, and for a type that is not known.
 */
export function backendHosts(
  backend: Readonly<Record<string, unknown>>,
  environment: Environment,
): readonly string[] {
  const named = backendVariables(backend).baseUrls.map((name) => environment[name]);
  const url = [backend["base_url"], ...named].find(isUrl);
  if (url !== undefined) return [hostOf(new URL(url))];
  const type = String(backend["type"]);
  return Object.hasOwn(hosts, type) ? (hosts[type] ?? []).map((host) => `${host}:443`) : [];
}

function isUrl(value: unknown): value is string {
  return typeof value === "string" && URL.canParse(value);
}

function hostOf({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === "http:" ? "80" : "443")}`;
}
