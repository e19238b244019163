import { acpAgentOf, type AcpAgentName } from "@retinue/engine-contract";
import type { ApiName } from "./route.ts";

/** A backend that asks models, by what it speaks. */
export interface BackendKind {
  readonly api: ApiName;
  /** A program of its own, which knows no socket. */
  readonly isProgram: boolean;
  /** Variable that its SDK takes an address from; undefined: it is told of it otherwise. */
  readonly baseUrl?: string;
  readonly key: string;
  /** What its address ends with. */
  readonly version: "" | "/v1" | "/v1beta";
  /** What stands before a model's name in its configuration, and not for its server. */
  readonly prefix?: string;
  /** It has no server of its own accord that speaks this: its address has to be named. */
  readonly isNowhere?: boolean;
  /** It unpacks what it runs into its home: it works in no container, where nothing there can be executed. */
  readonly unpacks?: boolean;
}

/** A backend as a configuration has it. */
type Backend = Readonly<Record<string, unknown>>;

const openai = { baseUrl: "OPENAI_BASE_URL", key: "OPENAI_API_KEY", version: "/v1" } as const;
const claude = {
  api: "messages",
  baseUrl: "ANTHROPIC_BASE_URL",
  key: "ANTHROPIC_API_KEY",
  version: "",
} as const;
const gemini = {
  api: "gemini",
  baseUrl: "GOOGLE_GEMINI_BASE_URL",
  key: "GEMINI_API_KEY",
  version: "",
} as const;

/** By `backend.type`. */
const kinds: Readonly<Record<string, BackendKind>> = {
  openai: { ...openai, api: "responses", isProgram: false },
  chatcompletion: { ...openai, api: "chat", isProgram: false },
  claude: { ...claude, isProgram: false },
  gemini: { ...gemini, isProgram: false },
  claude_code: { ...claude, isProgram: true },
  codex: { ...openai, api: "responses", key: "CODEX_API_KEY", isProgram: true },
  gemini_cli: { ...gemini, isProgram: true },
};

/** By the vendor that stands before the slash in one of opencode's models. */
const opencode: Readonly<Record<string, BackendKind>> = {
  anthropic: {
    api: "messages",
    key: "ANTHROPIC_API_KEY",
    version: "/v1",
    prefix: "anthropic/",
    isProgram: true,
  },
  openai: { api: "responses", key: "OPENAI_API_KEY", version: "/v1", prefix: "openai/", isProgram: true },
  google: {
    api: "gemini",
    key: "GOOGLE_GENERATIVE_AI_API_KEY",
    version: "/v1beta",
    prefix: "google/",
    isProgram: true,
  },
};

/** By the name of an agent that speaks ACP. Mistral Vibe's server stands in a file of its own. */
const acpKinds: Readonly<
  Record<AcpAgentName, BackendKind | ((model: unknown) => BackendKind | undefined) | undefined>
> = {
  "claude-agent-acp": kinds["claude_code"],
  "codex-acp": kinds["codex"],
  gemini: kinds["gemini_cli"],
  qwen: { ...openai, api: "chat", isProgram: true },
  copilot: {
    ...openai,
    api: "chat",
    baseUrl: "COPILOT_PROVIDER_BASE_URL",
    key: "COPILOT_PROVIDER_API_KEY",
    isProgram: true,
    isNowhere: true,
    unpacks: true,
  },
  opencode(model) {
    const [vendor = ""] = typeof model === "string" ? model.split("/") : [];
    return Object.hasOwn(opencode, vendor) ? opencode[vendor] : undefined;
  },
  "vibe-acp": undefined,
};

/** How a backend asks models; undefined for one that a broker cannot be put before. */
export function backendKind(backend: Backend): BackendKind | undefined {
  const { type, model } = backend;
  const agent = acpAgentOf(backend);
  const kind = agent === undefined ? undefined : acpKinds[agent];
  if (kind !== undefined) return typeof kind === "function" ? kind(model) : kind;
  return typeof type === "string" && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
}

/** In words, for whoever has another. */
export const modelBackends = [
  ...Object.keys(kinds),
  `acp (agent ${Object.entries(acpKinds)
    .filter(([, kind]) => kind !== undefined)
    .map(([name]) =>
      name === "opencode" ? `opencode with a model of ${Object.keys(opencode).join(", ")}` : name,
    )
    .join(", ")})`,
];

/** Which backend it is, for whoever reads why it cannot be led to a broker. */
export function backendInWords(backend: Backend): string {
  const { type, model } = backend;
  if (type !== "acp") return `type ${JSON.stringify(type)}`;
  const agent = acpAgentOf(backend);
  if (agent === undefined) return "type acp with a command of its own";
  return agent === "opencode"
    ? `type acp, opencode with model ${JSON.stringify(model)}`
    : `type acp, ${agent}`;
}

/** A model as its server knows it. */
export function modelAtServer({ prefix = "" }: BackendKind, model: string): string {
  return model.startsWith(prefix) ? model.slice(prefix.length) : model;
}

/** Whether a configuration, as a request has it, names an agent that asks a model. */
export function asksModels({ agents }: Readonly<Record<string, unknown>>): boolean {
  if (!Array.isArray(agents)) return false;
  return agents.some((agent: { backend?: unknown } | null) => {
    const backend = agent?.backend;
    return typeof backend === "object" && backend !== null && backendKind(backend as Backend) !== undefined;
  });
}
