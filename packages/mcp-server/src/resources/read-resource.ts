import type { SubagentManager } from "@retinue/runtime";
import { limitedText } from "@retinue/status-model";
import { answerSoFar } from "../reply/so-far.ts";
import { readLog } from "./read-log.ts";
import type { SubagentResource } from "./subagent-uri.ts";

/** Clients give a connection up over a message of 10 MiB; a character takes 6 bytes at worst. */
const mostCharacters = 1_000_000;

/**
 * The text of a resource; undefined when there is none now.
 *
 * @throws RuntimeError UNKNOWN_SUBAGENT.
 */
export async function readResource(
  { subagentId, kind }: SubagentResource,
  manager: SubagentManager,
): Promise<string | undefined> {
  const text = await textOf({ subagentId, kind }, manager);
  return text === undefined ? undefined : limitedText(text, mostCharacters);
}

async function textOf({ subagentId, kind }: SubagentResource, manager: SubagentManager) {
  if (kind === "status") return JSON.stringify(await manager.status(subagentId));
  if (kind === "answer") return (await manager.result(subagentId))?.answer ?? undefined;
  // Says which there are.
  await manager.status(subagentId);
  const row = (await manager.list()).find(({ subagent_id }) => subagent_id === subagentId);
  if (row === undefined) return undefined;
  return kind === "draft" ? (await answerSoFar(row))?.answer : readLog(row.log_path);
}
