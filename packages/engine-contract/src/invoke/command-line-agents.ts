/** A command-line agent that can be a team's backend. */
export interface CommandLineAgent {
  readonly title: string;
  /** Its name on the PATH. */
  readonly program: string;
  /** The command that installs it. */
  readonly install: string;
}

/** By `backend.type`. */
export const commandLineAgents = {
  claude_code: {
    title: "Claude Code",
    program: "claude",
    install: "npm install -g @anthropic-ai/claude-code",
  },
  codex: { title: "Codex", program: "codex", install: "npm install -g @openai/codex" },
  gemini_cli: { title: "Gemini CLI", program: "gemini", install: "npm install -g @google/gemini-cli" },
} as const satisfies Readonly<Record<string, CommandLineAgent>>;
