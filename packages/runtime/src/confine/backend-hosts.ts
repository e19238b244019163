import { acpAgentOf, backendVariables, type AcpAgentName } from "@retinue/engine-contract";
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
  // MassGen's others, where its own table leads; a server of this machine by its port.
  grok: ["api.x.ai"],
  zai: ["api.z.ai"],
  cerebras: ["api.cerebras.ai"],
  together: ["api.together.xyz"],
  fireworks: ["api.fireworks.ai"],
  groq: ["api.groq.com"],
  openrouter: ["openrouter.ai"],
  moonshot: ["api.moonshot.cn"],
  nvidia_nim: ["integrate.api.nvidia.com"],
  nebius: ["api.studio.nebius.ai"],
  poe: ["api.poe.com"],
  qwen: ["dashscope-intl.aliyuncs.com"],
  copilot: ["api.githubcopilot.com", "api.github.com", "github.com"],
  lmstudio: ["localhost:1234"],
  vllm: ["localhost:8000"],
  sglang: ["localhost:30000"],
};

/** The same of agents that speak ACP, by name. opencode's models are of many vendors: of those that it names itself. */
const acpHosts: Readonly<Record<AcpAgentName, readonly string[]>> = {
  "claude-agent-acp": hosts["claude_code"] ?? [],
  "codex-acp": hosts["codex"] ?? [],
  gemini: hosts["gemini_cli"] ?? [],
  opencode: ["opencode.ai", "models.dev", ...anthropic, ...openai, ...google, "openrouter.ai"],
  qwen: ["chat.qwen.ai", "portal.qwen.ai", "dashscope.aliyuncs.com", "dashscope-intl.aliyuncs.com"],
  copilot: ["github.com", "api.github.com", "api.githubcopilot.com", "api.individual.githubcopilot.com"],
  "vibe-acp": ["api.mistral.ai"],
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
  const agent = acpAgentOf(backend);
  if (agent !== undefined) return acpHosts[agent].map((host) => `${host}:443`);
  const type = String(backend["type"]);
  return Object.hasOwn(hosts, type)
    ? (hosts[type] ?? []).map((host) => (host.includes(":") ? host : `${host}:443`))
    : [];
}

/** Those of the tool servers that an agent by ACP reaches over a network. */
export function toolServerHosts({
  type,
  mcp_servers: servers,
}: Readonly<Record<string, unknown>>): readonly string[] {
  if (type !== "acp" || !Array.isArray(servers)) return [];
  return servers.flatMap((server: { readonly url?: unknown } | null) =>
    isUrl(server?.url) ? [hostOf(new URL(server.url))] : [],
  );
}

function isUrl(value: unknown): value is string {
  return typeof value === "string" && URL.canParse(value);
}

function hostOf({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === "http:" ? "80" : "443")}`;
}
