import { createSubagentManager, RuntimeError } from "@retinue/runtime";
import type { SubagentResult } from "@retinue/status-model";
import { join, resolve } from "node:path";
import { entryAt, printable, printableLine } from "@retinue/contained-fs";
import { jsonText } from "../print/json-text.ts";

export interface CancelOptions {
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
  /** Prints the result and nothing else. */
  readonly json?: boolean | undefined;
}

/**
 * `retinue cancel <id>`: stops a run, whichever server owns it, and prints what was recovered.
 *
 * @throws RuntimeError when there is no such run.
 */
export async function cancel(
  subagentId: string,
  { workspace = ".", json = false }: CancelOptions,
): Promise<void> {
  const directory = resolve(workspace);
  requireSubagents(directory);
  const manager = createSubagentManager({
    workspace: directory,
    environment: {},
    log: (message) => process.stderr.write(`${printable(message)}\n`),
  });
  try {
    const result = await manager.cancel(subagentId);
    process.stdout.write(json ? jsonText(result, 2) : account(result));
  } finally {
    await manager.close();
  }
}

/** Opening a workspace makes directories in it: not in one that was named by mistake. */
function requireSubagents(directory: string): void {
  if (entryAt(join(directory, "subagents"))?.kind === "directory") return;
  throw new RuntimeError("UNKNOWN_SUBAGENT", `${directory} holds no subagents`, {
    remedy: "Name the workspace of the parent with --workspace DIR: the directory with the folder subagents.",
    details: { workspace: directory },
  });
}

function account({ subagent_id, status, answer, workspace }: SubagentResult): string {
  const text = answer === null ? "It had no answer yet." : printable(answer);
  return `${subagent_id} was stopped: ${status}\nworkspace: ${printableLine(workspace)}\n\n${text}\n`;
}
