/** The clients of `retinue config`; by themselves, so that the command line is read without them. */
export const clientNames = [
  "claude-code",
  "codex",
  "gemini",
  "cursor",
  "vscode",
  "zed",
  "claude-desktop",
  "opencode",
  "qwen",
  "copilot",
] as const;
