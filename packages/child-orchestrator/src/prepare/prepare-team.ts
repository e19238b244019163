import { existsSync, mkdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { agentDirectory, shortHash, type ChildConfig } from "@retinue/engine-contract";
import { skillsText } from "./skills-text.ts";
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
  const skills = skillsText(orchestrator.skills);
  const byName = agents.map(({ id }) => id).toSorted();
  const logName = basename(dirname(dirname(place.attemptDirectory)));
  const temporary = resolve(place.workspace, orchestrator.agent_temporary_workspace ?? "temp", logName);
  const prepared = agents.map((agent, index): AgentState => {
    const { id, system_message } = agent;
    const workspace = agentDirectory(place.workspace, agent, index);
    mkdirSync(workspace, { recursive: true });
    return {
      id,
      number: byName.indexOf(id) + 1,
      systemMessage: [system_message?.trim(), skills].filter(Boolean).join("\n\n") || undefined,
      workspace,
      temporaryWorkspace: join(temporary, shortHash(id)),
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
    contextPaths: [
      ...(orchestrator.context_paths ?? []).map(({ path }) => resolve(place.workspace, path)),
      // What a skill speaks of lies beside it. One that was taken away since is no reason not to run.
      ...(orchestrator.skills ?? []).map(({ path }) => dirname(path)).filter((path) => existsSync(path)),
    ],
    hiddenPaths: orchestrator.hidden_paths ?? [],
    needsShell: orchestrator.shell !== undefined,
    sessionId: place.sessionId,
    attemptDirectory: place.attemptDirectory,
    startedAt,
    answers: [],
    phase: "initial_answer",
  };
}
