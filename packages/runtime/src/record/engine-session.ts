import { kindWithin, listWithin, readTextWithin, type ContainedRoot } from "@retinue/contained-fs";
import { logLayout } from "@retinue/engine-contract";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { ifReachable, withWorkspace } from "../prepare/subagent-roots.ts";

export interface EngineSession {
  readonly id: string;
  /** Whether its directory is there, to be opened again. */
  readonly kept: boolean;
  /** Whether the engine saved a turn, so that it can continue by itself. */
  readonly saved: boolean;
}

const idPattern = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;
const maxIdBytes = 256;
// A turn is made for each continuation.
const maxTurns = 1000;

/**
 * The session that an engine keeps in its workspace; undefined when it never began one, and when what is there
 * is no session: the child writes it.
 */
export function engineSession(
  paths: Pick<SubagentPaths, "workspace" | "parentWorkspace">,
): EngineSession | undefined {
  return ifReachable(() => withWorkspace(paths, sessionIn));
}

function sessionIn(workspace: ContainedRoot): EngineSession | undefined {
  const path = `${logLayout.massgen}/${logLayout.sessionId}`;
  const id = readTextWithin(workspace, path, { maxBytes: maxIdBytes }).text.trim();
  // What is no plain name is never made a path or an argument.
  if (!idPattern.test(id)) return undefined;
  const session = `${logLayout.massgen}/${logLayout.sessions}/${id}`;
  if (kindWithin(workspace, session) !== "directory") return { id, kept: false, saved: false };
  const { entries } = listWithin(workspace, session, { maxEntries: maxTurns });
  const turns = entries.filter(({ name, kind }) => kind === "directory" && name.startsWith("turn_"));
  // A turn that was cut off before it had an answer is none to go on from.
  const saved = turns.some(
    ({ name }) => kindWithin(workspace, `${session}/${name}/${logLayout.answer}`) === "file",
  );
  return { id, kept: true, saved };
}
