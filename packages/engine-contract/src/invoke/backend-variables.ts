import { acpAgentOf, type AcpAgentName } from "./acp-agents.ts";

/** The environment variables that a backend reads. */
export interface BackendVariables {
  /** Those that hold a key, the one that goes first first. */
  readonly keys: readonly string[];
  /** Those that name another server. */
  readonly baseUrls: readonly string[];
  /** Whatever else it needs to find its login. */
  readonly others: readonly string[];
}

/** A backend as a configuration has it. */
interface Backend {
  readonly type?: unknown;
  readonly base_url?: unknown;
  readonly api_key?: unknown;
  readonly model?: unknown;
  readonly agent?: unknown;
}

const openai = of(["OPENAI_API_KEY"], ["OPENAI_BASE_URL"]);

/** By `backend.type`; MassGen's own defaults. */
const byType: Readonly<Record<string, BackendVariables>> = {
  openai,
  chatcompletion: openai,
  claude: of(["ANTHROPIC_API_KEY"], ["ANTHROPIC_BASE_URL"]),
  gemini: of(["GOOGLE_API_KEY", "GEMINI_API_KEY"], ["GOOGLE_GEMINI_BASE_URL"]),
  claude_code: of(
    ["CLAUDE_CODE_API_KEY", "ANTHROPIC_API_KEY"],
    ["ANTHROPIC_BASE_URL"],
    [
      "ANTHROPIC_AUTH_TOKEN",
      "CLAUDE_CODE_OAUTH_TOKEN",
      "CLAUDE_CONFIG_DIR",
      "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
    ],
  ),
  codex: of(["CODEX_API_KEY", "OPENAI_API_KEY"], ["OPENAI_BASE_URL"], ["CODEX_HOME"]),
  gemini_cli: of(
    ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    ["GOOGLE_GEMINI_BASE_URL"],
    [
      "GOOGLE_GENAI_USE_VERTEXAI",
      "GOOGLE_CLOUD_PROJECT",
      "GOOGLE_CLOUD_LOCATION",
      "GOOGLE_APPLICATION_CREDENTIALS",
      "GOOGLE_GENAI_USE_GCA",
      "GEMINI_CLI_HOME",
    ],
  ),
  azure_openai: of(["AZURE_OPENAI_API_KEY"], ["AZURE_OPENAI_ENDPOINT"], ["AZURE_OPENAI_API_VERSION"]),
  grok: of(["XAI_API_KEY"]),
  zai: of(["ZAI_API_KEY"]),
  cerebras: of(["CEREBRAS_API_KEY"]),
  together: of(["TOGETHER_API_KEY"]),
  fireworks: of(["FIREWORKS_API_KEY"]),
  groq: of(["GROQ_API_KEY"]),
  nebius: of(["NEBIUS_API_KEY"]),
  openrouter: of(["OPENROUTER_API_KEY"]),
  moonshot: of(["MOONSHOT_API_KEY", "KIMI_API_KEY"]),
  nvidia_nim: of(["NGC_API_KEY"]),
  poe: of(["POE_API_KEY"]),
  qwen: of(["QWEN_API_KEY"]),
  vllm: of(["VLLM_API_KEY"]),
  sglang: of(["SGLANG_API_KEY"]),
};

/** Of agents that speak ACP, by name: those that share a login with another backend name that. */
const byAcpAgent: Readonly<Record<AcpAgentName, keyof typeof byType | BackendVariables>> = {
  "claude-agent-acp": "claude_code",
  "codex-acp": "codex",
  gemini: "gemini_cli",
  // Its models are of many vendors; which one's key is the key, its model says.
  opencode: of(
    [],
    [],
    [
      "OPENCODE_API_KEY",
      "ANTHROPIC_API_KEY",
      "OPENAI_API_KEY",
      "GOOGLE_GENERATIVE_AI_API_KEY",
      "OPENROUTER_API_KEY",
    ],
  ),
  qwen: of(["OPENAI_API_KEY"], ["OPENAI_BASE_URL"], ["OPENAI_MODEL", "DASHSCOPE_API_KEY"]),
  copilot: of(
    ["COPILOT_PROVIDER_API_KEY"],
    ["COPILOT_PROVIDER_BASE_URL"],
    ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN", "COPILOT_MODEL", "COPILOT_PROVIDER_TYPE"],
  ),
  "vibe-acp": of(["MISTRAL_API_KEY"], [], ["VIBE_HOME"]),
};

/** By the vendor that stands before the slash in one of opencode's models. */
const opencodeKeys: Readonly<Record<string, readonly string[]>> = {
  anthropic: ["ANTHROPIC_API_KEY"],
  openai: ["OPENAI_API_KEY"],
  google: ["GOOGLE_GENERATIVE_AI_API_KEY"],
  openrouter: ["OPENROUTER_API_KEY"],
  opencode: ["OPENCODE_API_KEY"],
};

function acpVariables(backend: Backend): BackendVariables {
  const agent = acpAgentOf(backend as Readonly<Record<string, unknown>>);
  if (agent === undefined) return of([]);
  const found = byAcpAgent[agent];
  const variables = typeof found === "string" ? (byType[found] ?? of([])) : found;
  const [vendor = ""] = typeof backend.model === "string" ? backend.model.split("/") : [];
  const keys = agent === "opencode" && Object.hasOwn(opencodeKeys, vendor) ? opencodeKeys[vendor] : undefined;
  return keys === undefined ? variables : { ...variables, keys };
}

/** Types of backends that an engine may know: ours, and those of MassGen. */
export const backendTypes: readonly string[] = [
  ...Object.keys(byType),
  "acp",
  "ag2",
  "antigravity_cli",
  "command",
  "copilot",
  "inference",
  "lmstudio",
  "uitars",
];

/** Servers of Chat Completions that are known by their host: the type whose keys they take. */
const typeByHost: readonly (readonly [host: string, type: string])[] = [
  ["cerebras.ai", "cerebras"],
  ["together.ai", "together"],
  ["together.xyz", "together"],
  ["fireworks.ai", "fireworks"],
  ["groq.com", "groq"],
  ["nebius.com", "nebius"],
  ["openrouter.ai", "openrouter"],
  ["z.ai", "zai"],
  ["moonshot.ai", "moonshot"],
  ["moonshot.cn", "moonshot"],
  ["nvidia.com", "nvidia_nim"],
  ["poe.com", "poe"],
  ["aliyuncs.com", "qwen"],
];

const named = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** The variable that a backend names itself, as `api_key: "${NAME}"`; undefined when it names none so. */
export function namedKeyVariable({ api_key: key }: Backend): string | undefined {
  return typeof key === "string" ? named.exec(key.trim())?.[1] : undefined;
}

/**
 * Which environment variables a backend reads: the one that it names, else those of its type. No
 * others reach its run.
 */
export function backendVariables(backend: Backend): BackendVariables {
  const type = typeof backend.type === "string" ? backend.type : "";
  const defaults =
    type === "acp"
      ? acpVariables(backend)
      : ((Object.hasOwn(byType, type) ? byType[type] : undefined) ?? of([]));
  const own = namedKeyVariable(backend);
  if (own !== undefined) return { ...defaults, keys: [own] };
  if (type !== "chatcompletion") return defaults;
  const hosted = byType[typeOfHost(backend.base_url) ?? type] ?? defaults;
  return { ...defaults, keys: hosted.keys };
}

function typeOfHost(baseUrl: unknown): string | undefined {
  if (typeof baseUrl !== "string" || !URL.canParse(baseUrl)) return undefined;
  const { hostname } = new URL(baseUrl);
  return typeByHost.find(([host]) => hostname === host || hostname.endsWith(`.${host}`))?.[1];
}

function of(
  keys: readonly string[],
  baseUrls: readonly string[] = [],
  others: readonly string[] = [],
): BackendVariables {
  return { keys, baseUrls, others };
}
