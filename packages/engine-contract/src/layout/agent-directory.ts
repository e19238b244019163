import { resolve } from "node:path";
import type { AgentConfig } from "../configure/child-config.ts";

/**
 * The directory of an agent of our engine: the same in every run of a session, so that a continued agent finds its
 * files again.
 *
 * @param index Its place in the team, from 0.
 */
export function agentDirectory(workspace: string, { id, backend }: AgentConfig, index: number): string {
  return `${resolve(workspace, backend.cwd ?? `agent_${index + 1}`)}_${shortHash(id)}`;
}

/** FNV-1a: eight hex digits that tell the ids of a team apart. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
