/**
 * When a backend gives something: always, never, in a sandbox, where a setting of its is on, or where `allowed_tools`
 * names a tool (`byDefault`: also where that list is left out, at least in a sandbox).
 */
export type Provision =
  | "always"
  | "never"
  | "sandboxed"
  | { readonly setting: string }
  | { readonly tool: string; readonly byDefault: boolean | "sandboxed" };

/** What a team's backend gives to a role. */
export interface BackendProvisions {
  readonly read: Provision;
  readonly write: Provision;
  /** Runs commands. */
  readonly shell: Provision;
  readonly web: Provision;
  /** Is told of skills, and can read them. */
  readonly skills: Provision;
}

const search: Provision = { setting: "enable_web_search" };
const files = { read: "always", write: "always", skills: "always" } as const;

const model: BackendProvisions = { ...files, shell: "sandboxed", web: search };
const readingClaude: Provision = { tool: "Read", byDefault: true };

/** MassGen gives commands where its own tool for them is switched on. */
const massgenTool: Provision = { setting: "enable_mcp_command_line" };
const massgenModel: BackendProvisions = { ...files, shell: massgenTool, web: "never" };
const massgenSearching: BackendProvisions = { ...massgenModel, web: search };
const massgenProgram: BackendProvisions = { ...files, shell: "always", web: search };

const named = <T>(provisions: T, types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, provisions]));

/** By engine and `backend.type`. What a type that is not here gives is not known. */
export const backendProvisions: Readonly<
  Record<"retinue-child" | "massgen", Readonly<Record<string, BackendProvisions>>>
> = {
  "retinue-child": {
    // The user's own program, not confined: what it can do is up to it.
    command: { ...files, shell: "always", web: "always" },
    claude_code: {
      read: readingClaude,
      write: { tool: "Write", byDefault: true },
      shell: { tool: "Bash", byDefault: "sandboxed" },
      web: search,
      skills: readingClaude,
    },
    // Its commands run in a sandbox of its own.
    codex: { ...files, shell: "always", web: search },
    gemini_cli: model,
    // What it asks for is answered by its role.
    acp: model,
    openai: model,
    claude: model,
    gemini: model,
    chatcompletion: { ...model, web: "never" },
  },
  // As its table of capabilities and its backends have it.
  massgen: {
    claude_code: massgenSearching,
    ...named(massgenProgram, ["codex", "gemini_cli", "antigravity_cli"]),
    ...named(massgenSearching, [
      "openai",
      "claude",
      "gemini",
      "grok",
      "azure_openai",
      "openrouter",
      "copilot",
    ]),
    ...named(massgenModel, ["chatcompletion", "lmstudio", "zai", "vllm", "sglang", "inference", "cerebras"]),
    ...named(massgenModel, [
      "together",
      "fireworks",
      "groq",
      "moonshot",
      "nvidia_nim",
      "nebius",
      "poe",
      "qwen",
    ]),
  },
};

/** Whether a backend as it is configured gives something, in a sandbox or not; undefined where that is not known. */
export function provides(
  engine: keyof typeof backendProvisions,
  backend: Readonly<Record<string, unknown>>,
  need: keyof BackendProvisions,
  isSandboxed = false,
): boolean | undefined {
  const types = backendProvisions[engine];
  const type = String(backend["type"]);
  const provision = Object.hasOwn(types, type) ? types[type]?.[need] : undefined;
  if (provision === "sandboxed") return isSandboxed;
  if (provision === undefined || typeof provision === "string") return provision && provision === "always";
  if ("setting" in provision) return backend[provision.setting] === true;
  const tools = backend["allowed_tools"];
  if (!Array.isArray(tools)) return provision.byDefault === "sandboxed" ? isSandboxed : provision.byDefault;
  // `Bash(git *)` is a use of Bash.
  return tools.some((tool) => String(tool).split("(")[0] === provision.tool);
}

/** The backends that give it anywhere, and by what, in words; for a remedy. */
export function whoProvides(engine: keyof typeof backendProvisions, need: keyof BackendProvisions): string[] {
  return Object.entries(backendProvisions[engine]).flatMap(([type, { [need]: provision }]) => {
    if (provision === "never" || provision === "sandboxed") return [];
    if (provision === "always") return [type];
    if ("setting" in provision) return [`${type} with ${provision.setting}: true`];
    return [provision.byDefault === true ? type : `${type} with ${provision.tool} in allowed_tools`];
  });
}
