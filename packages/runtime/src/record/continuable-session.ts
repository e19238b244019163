import { readText } from "@retinue/contained-fs";
import type { Settings } from "../configure/manager-options.ts";
import { homedir } from "node:os";
import { join } from "node:path";
import { maxDocumentBytes } from "./document-limit.ts";
import { engineSession } from "./engine-session.ts";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";

export interface ContinuableSession {
  readonly id: string;
  /** Whether the engine knows what came before; otherwise it has to be told. */
  readonly remembers: boolean;
}

/** The session by which an engine can continue in a workspace; undefined: it has to begin one. */
export function continuableSession(
  paths: Pick<SubagentPaths, "workspace" | "parentWorkspace">,
  { engine, environment }: Pick<Settings, "engine" | "environment">,
): ContinuableSession | undefined {
  const session = engineSession(paths);
  if (session?.kept !== true) return undefined;
  const { id, saved } = session;
  // Ours also goes on in one without a turn: its agents may remember what was cut off.
  if (engine?.kind !== "massgen") return { id, remembers: saved };
  return saved && massgenKnows(id, environment["HOME"] ?? homedir()) ? { id, remembers: true } : undefined;
}

/** MassGen refuses a session that is not in its user's registry, also when all its turns are there. */
function massgenKnows(id: string, home: string): boolean {
  try {
    const text = readText(join(home, ".massgen/sessions.json"), { maxBytes: maxDocumentBytes });
    const registry = JSON.parse(text ?? "") as { sessions: { session_id: string }[] };
    return registry.sessions.some(({ session_id }) => session_id === id);
  } catch {
    return false;
  }
}
