import { kindWithin, readFileWithin, withRoot, writeFileWithin } from "@retinue/contained-fs";
import type { SubagentPaths } from "./subagent-paths.ts";
import { withWorkspace } from "./subagent-roots.ts";

const CONTEXT_FILE = "CONTEXT.md";
const MAX_CHARACTERS = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The parent's CONTEXT.md, which is optional; copied into the subagent's workspace when it is there, in the
 * place of whatever the subagent has put there.
 */
export function takeParentContext(
  paths: Pick<SubagentPaths, "workspace" | "parentWorkspace">,
): string | undefined {
  const bytes = withRoot(paths.parentWorkspace, (parent) =>
    kindWithin(parent, CONTEXT_FILE) === "file"
      ? readFileWithin(parent, CONTEXT_FILE, { maxBytes: MAX_BYTES }).bytes
      : undefined,
  );
  if (bytes === undefined) return undefined;
  withWorkspace(paths, (workspace) => writeFileWithin(workspace, CONTEXT_FILE, bytes, { durable: false }));
  return bytes.toString("utf8");
}

/** The part of a context that goes into a prompt: trimmed, cut at 10,000 characters with a warning. */
export function isolateContext(context: string | undefined): { text?: string; warning?: string } {
  const text = context?.trim();
  if (text === undefined || text === "") return {};
  if (text.length <= MAX_CHARACTERS) return { text };
  return {
    text: text.slice(0, MAX_CHARACTERS).toWellFormed(),
    warning: `${CONTEXT_FILE} has ${text.length} characters; the prompt carries the first ${MAX_CHARACTERS}, the workspace the whole file`,
  };
}
