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

/** Types of backends that an engine may know: ours, and those of MassGen. */
export const backendTypes: readonly string[] = [
  ...Object.keys(byType),
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
  const defaults = (Object.hasOwn(byType, type) ? byType[type] : undefined) ?? of([]);
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
