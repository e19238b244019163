import { printableLine } from "@retinue/contained-fs";
import type { SentMessage } from "@retinue/runtime";
import { jsonText } from "../print/json-text.ts";
import { withManager } from "./with-manager.ts";

export interface SendOptions {
  /** The parent's workspace. Default: the current directory. */
  readonly workspace?: string | undefined;
  /** Ids of the agents that are meant. Default: all. */
  readonly agent?: readonly string[] | undefined;
  /** Seconds to wait for what becomes of it. Default 5. */
  readonly wait?: number | undefined;
  /** Prints the receipt and nothing else. */
  readonly json?: boolean | undefined;
}

/**
 * `retinue send <id> <text>`: tells the agents of a run something, whichever server owns it, and prints to whom it was
 * delivered. Resolves with the exit code: 1 when none of them can be told.
 *
 * @throws RuntimeError when there is no such run, or it ends first.
 */
export async function send(
  subagentId: string,
  text: string,
  { workspace = ".", agent: agents, wait: waitSeconds, json = false }: SendOptions,
): Promise<number> {
  const sent = await withManager(workspace, (manager) =>
    manager.send(subagentId, text, { agents, waitSeconds }),
  );
  process.stdout.write(json ? jsonText(sent, 2) : account(sent));
  return sent.state === "unsupported" ? 1 : 0;
}

function account({ message_id, state, delivered, unsupported }: SentMessage): string {
  const lines = [
    `${message_id}: ${state}${state === "queued" ? ", the agents get it at their next turn" : ""}`,
    ...delivered.map(({ agent_id, at }) => `${agent_id}: told at ${at}`),
    ...unsupported.map(({ agent_id, reason = "not supported" }) => `${agent_id}: not told, ${reason}`),
  ];
  return `${lines.map(printableLine).join("\n")}\n`;
}
