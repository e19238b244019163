import { copyFileSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";

const CONTEXT_FILE = "CONTEXT.md";
const MAX_CHARACTERS = 10_000;

/** The parent's CONTEXT.md, which is optional; copied into the subagent's workspace when it is there. */
export function takeParentContext(parentWorkspace: string, workspace: string): string | undefined {
  const path = join(parentWorkspace, CONTEXT_FILE);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  copyFileSync(path, join(workspace, CONTEXT_FILE));
  return readFileSync(path, "utf8");
}

/** The part of a context that goes into a prompt: trimmed, cut at 10,000 characters with a warning. */
export function isolateContext(context: string | undefined): { text?: string; warning?: string } {
  const text = context?.trim();
  if (text === undefined || text === "") return {};
  if (text.length <= MAX_CHARACTERS) return { text };
  return {
    text: text.slice(0, MAX_CHARACTERS),
    warning: `${CONTEXT_FILE} has ${text.length} characters; the prompt carries the first ${MAX_CHARACTERS}, the workspace the whole file`,
  };
}
