import { logLayout } from "@retinue/engine-contract";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface EngineSession {
  readonly id: string;
  /** Whether its directory is there, to be opened again. */
  readonly kept: boolean;
  /** Whether the engine saved a turn, so that it can continue by itself. */
  readonly saved: boolean;
}

const idPattern = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;

/** The session that an engine keeps in its workspace; undefined when it never began one. */
export function engineSession(workspace: string): EngineSession | undefined {
  const path = join(workspace, logLayout.massgen, logLayout.sessionId);
  const id = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  // The file is the child's: what is no plain name is never made a path or an argument.
  if (!idPattern.test(id)) return undefined;
  const session = join(workspace, logLayout.massgen, logLayout.sessions, id);
  const turns = existsSync(session) ? readdirSync(session).filter((name) => name.startsWith("turn_")) : [];
  // A turn that was cut off before it had an answer is none to go on from.
  return {
    id,
    kept: existsSync(session),
    saved: turns.some((turn) => existsSync(join(session, turn, logLayout.answer))),
  };
}
