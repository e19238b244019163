import { relative } from "node:path";

/**
 * What agents take settings from in the directory that they are started in: with a file there, one could let its next
 * start do what it was refused. Those of the ready-made names, and of their relatives.
 */
const names =
  /^(\.(gemini|qwen|opencode|codex|copilot|vibe|claude|vscode|agents?)(\/|$)|\.github\/(hooks|copilot)(\/|$)|\.env|\.mcp\.json$|opencode\.jsonc?$)/i;

/** Whether a path in an agent's own directory is read by its program when it starts. */
export function isOwnSettings(own: string, path: string): boolean {
  return names.test(relative(own, path));
}
