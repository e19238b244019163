import type { CommandLineAgent } from "./command-line-agents.ts";

/** A command-line agent that speaks the Agent Client Protocol. */
export interface AcpAgent extends CommandLineAgent {
  /** What makes it speak the protocol on its stdin and stdout. */
  readonly args: readonly string[];
  /** What to do when it is not logged in. */
  readonly logIn: string;
}

/** By `backend.agent` of a backend of type `acp`. */
export const acpAgents = {
  "claude-agent-acp": {
    title: "Claude Code by ACP",
    program: "claude-agent-acp",
    args: [],
    install: "npm install -g @agentclientprotocol/claude-agent-acp",
    logIn: "run `claude auth login`, or set ANTHROPIC_API_KEY",
  },
  "codex-acp": {
    title: "Codex by ACP",
    program: "codex-acp",
    args: [],
    install: "npm install -g @agentclientprotocol/codex-acp",
    logIn: "run `codex login`, or set CODEX_API_KEY or OPENAI_API_KEY",
  },
  gemini: {
    title: "Gemini CLI by ACP",
    program: "gemini",
    args: ["--acp"],
    install: "npm install -g @google/gemini-cli",
    logIn: "run `gemini` once and log in, or set GEMINI_API_KEY",
  },
  opencode: {
    title: "opencode",
    program: "opencode",
    args: ["acp"],
    install: "npm install -g opencode-ai",
    logIn: "run `opencode auth login`, or set the key of its model's vendor",
  },
  qwen: {
    title: "Qwen Code",
    program: "qwen",
    args: ["--acp"],
    install: "npm install -g @qwen-code/qwen-code",
    logIn: "run `qwen` once and log in, or set OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL",
  },
  copilot: {
    title: "GitHub Copilot CLI",
    program: "copilot",
    args: ["--acp"],
    install: "npm install -g @github/copilot",
    logIn: "run `copilot login`, or set COPILOT_GITHUB_TOKEN",
  },
  "vibe-acp": {
    title: "Mistral Vibe",
    program: "vibe-acp",
    args: [],
    install: "uv tool install mistral-vibe",
    logIn: "run `vibe --setup`, or set MISTRAL_API_KEY",
  },
} as const satisfies Readonly<Record<string, AcpAgent>>;
export type AcpAgentName = keyof typeof acpAgents;

/** The ready-made agent that a backend names; undefined when it is none, or a `command`. */
export function acpAgentOf({ type, agent }: Readonly<Record<string, unknown>>): AcpAgentName | undefined {
  const isNamed = type === "acp" && typeof agent === "string" && Object.hasOwn(acpAgents, agent);
  return isNamed ? (agent as AcpAgentName) : undefined;
}
