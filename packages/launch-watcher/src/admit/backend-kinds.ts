import type { ApiName } from "@retinue/model-broker";

/** A backend that asks models, by what it speaks. */
interface BackendKind {
  readonly api: ApiName;
  /** A program of its own, which knows no socket. */
  readonly isProgram: boolean;
  /** Variable that its SDK takes an address from. */
  readonly baseUrl: string;
  readonly key: string;
}

const openai = { baseUrl: "OPENAI_BASE_URL", key: "OPENAI_API_KEY", isProgram: false } as const;
const claude = { api: "messages", baseUrl: "ANTHROPIC_BASE_URL", key: "ANTHROPIC_API_KEY" } as const;
const gemini = { api: "gemini", baseUrl: "GOOGLE_GEMINI_BASE_URL", key: "GEMINI_API_KEY" } as const;

/** By `backend.type`. */
const kinds: Readonly<Record<string, BackendKind>> = {
  openai: { ...openai, api: "responses" },
  chatcompletion: { ...openai, api: "chat" },
  claude: { ...claude, isProgram: false },
  gemini: { ...gemini, isProgram: false },
  claude_code: { ...claude, isProgram: true },
  codex: { ...openai, api: "responses", key: "CODEX_API_KEY", isProgram: true },
  gemini_cli: { ...gemini, isProgram: true },
};

export function backendKind(type: unknown): BackendKind | undefined {
  return typeof type === "string" && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
}

export const modelBackends = Object.keys(kinds);

/** Whether a configuration, as a request has it, names an agent that asks a model. */
export function asksModels({ agents }: Readonly<Record<string, unknown>>): boolean {
  if (!Array.isArray(agents)) return false;
  return agents.some((agent: { backend?: { type?: unknown } } | null) => backendKind(agent?.backend?.type));
}
