import { printable, printableLine } from "@retinue/contained-fs";
import type { SubagentResult } from "@retinue/status-model";
import { jsonText } from "../print/json-text.ts";
import { withManager } from "./with-manager.ts";

export interface CancelOptions {
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
  /** Asks the team to finish with what it has, before it is stopped. */
  readonly wrapUp?: boolean | undefined;
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
  { workspace = ".", wrapUp = false, json = false }: CancelOptions,
): Promise<void> {
  const result = await withManager(workspace, (manager) => manager.cancel(subagentId, { wrapUp }));
  process.stdout.write(json ? jsonText(result, 2) : account(result));
}

function account({ subagent_id, status, answer, workspace }: SubagentResult): string {
  const text = answer === null ? "It had no answer yet." : printable(answer);
  return `${subagent_id} was stopped: ${status}\nworkspace: ${printableLine(workspace)}\n\n${text}\n`;
}
