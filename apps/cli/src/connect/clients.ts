import type { clientNames } from "./client-names.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import type { Client } from "./connection.ts";
import { claudeDesktop, copilot, cursor, opencode, qwen, vscode, zed } from "./editors.ts";
import { geminiCli } from "./gemini-cli.ts";

/** By the name that a person calls them. */
export const clients: Readonly<Record<(typeof clientNames)[number], Client>> = {
  "claude-code": claudeCode,
  codex,
  gemini: geminiCli,
  cursor,
  vscode,
  zed,
  "claude-desktop": claudeDesktop,
  opencode,
  qwen,
  copilot,
};
