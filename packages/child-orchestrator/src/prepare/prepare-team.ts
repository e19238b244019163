import { mkdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { ChildConfig } from "@retinue/engine-contract";
import { teamRules } from "./team-rules.ts";
import { now, type AgentState, type TeamState } from "./team-state.ts";

export interface TeamPlace {
  readonly prompt: string;
  readonly sessionId: string;
  readonly attemptDirectory: string;
  /** cwd of the run. */
  readonly workspace: string;
}

/** The team at its start, with a directory made for each agent. */
export function prepareTeam(config: ChildConfig, place: TeamPlace): TeamState {
  const { agents, orchestrator } = config;
  const startedAt = now();
  const byName = agents.map(({ id }) => id).toSorted();
  const logName = basename(dirname(dirname(place.attemptDirectory)));
  const temporary = resolve(place.workspace, orchestrator.agent_temporary_workspace ?? "temp", logName);
  const prepared = agents.map(({ id, backend, system_message }, index): AgentState => {
    const hash = shortHash(id);
    // The same in every run of a session, so that a continued agent finds its files again.
    const workspace = `${resolve(place.workspace, backend.cwd ?? `agent_${index + 1}`)}_${hash}`;
    mkdirSync(workspace, { recursive: true });
    return {
      id,
      number: byName.indexOf(id) + 1,
      systemMessage: system_message,
      workspace,
      temporaryWorkspace: join(temporary, hash),
      answers: [],
      rounds: [],
      problems: [],
      lastActivity: startedAt,
    };
  });
  return {
    prompt: place.prompt,
    rules: teamRules(config),
    agents: prepared,
    contextPaths: (orchestrator.context_paths ?? []).map(({ path }) => resolve(place.workspace, path)),
    hiddenPaths: orchestrator.hidden_paths ?? [],
    sessionId: place.sessionId,
    attemptDirectory: place.attemptDirectory,
    startedAt,
    answers: [],
    phase: "initial_answer",
  };
}

/** FNV-1a: eight hex digits that tell the ids of a team apart. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
