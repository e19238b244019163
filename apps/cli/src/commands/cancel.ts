import { createSubagentManager, RuntimeError } from "@retinue/runtime";
import type { SubagentResult } from "@retinue/status-model";
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { printable, printableLine } from "@retinue/contained-fs";
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
  await requireSubagents(directory);
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
async function requireSubagents(directory: string): Promise<void> {
  const subagents = join(directory, "subagents");
  if ((await stat(subagents).catch(() => undefined))?.isDirectory() === true) return;
  throw new RuntimeError("UNKNOWN_SUBAGENT", `${directory} holds no subagents`, {
    remedy: "Name the workspace of the parent with --workspace DIR: the directory with the folder subagents.",
    details: { workspace: directory },
  });
}

function account({ subagent_id, status, answer, workspace }: SubagentResult): string {
  const text = answer === null ? "It had no answer yet." : printable(answer);
  return `${subagent_id} was stopped: ${status}\nworkspace: ${printableLine(workspace)}\n\n${text}\n`;
}
