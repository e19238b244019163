import { backendVariables, childEnvironment } from "@retinue/engine-contract";
import { homedir } from "node:os";
import { acpPrograms, agentPrograms, backendOf, type AgentProgram } from "./agent-programs.ts";
import { askProgram, type ProgramReply } from "./ask-program.ts";
import { findProgram } from "./find-program.ts";
import type { Finding } from "@retinue/errors";
import type { Environment } from "./environment.ts";
import { programVersion } from "./program-version.ts";

/** A command-line agent, as it was found. */
export interface AgentFinding extends Finding {
  /** The backend's `type`. */
  readonly type: AgentProgram["type"];
  /** The backend's `agent`, where it is one that speaks ACP. */
  readonly agent?: NonNullable<AgentProgram["agent"]>;
  readonly program: string;
  readonly path?: string;
  readonly version?: string;
  /** How it is logged in. */
  readonly login?: string;
}

/** Seconds for one question to a program. */
const patience = 10;

/**
 * Looks at the command-line agents on PATH, at all of them at once, without the network. Of those that speak ACP only
 * what is installed, and what is `named` by its program.
 */
export function detectAgents(
  environment: Environment,
  { versions = true, named = [] }: { versions?: boolean; named?: readonly string[] } = {},
): Promise<AgentFinding[]> {
  const isWanted = ({ program }: AgentProgram) =>
    named.includes(program) || findProgram(program, environment["PATH"]) !== undefined;
  const wanted = [...agentPrograms, ...acpPrograms.filter(isWanted)];
  return Promise.all(wanted.map((agent) => detectAgent(agent, environment, versions)));
}

async function detectAgent(
  agent: AgentProgram,
  environment: Environment,
  versions: boolean,
): Promise<AgentFinding> {
  const { title: name, program, install, logIn } = agent;
  const backend = backendOf(agent);
  const path = findProgram(program, environment["PATH"]);
  if (path === undefined) {
    return { name, ...backend, program, ok: false, found: `${program} is not on PATH`, remedy: install };
  }
  const ask = (...args: string[]): Promise<ProgramReply> =>
    askProgram([path, ...args], quiet(backend, environment), patience);
  const look = { environment, home: environment["HOME"] ?? homedir(), ask };
  const [login, obstacle, version] = await Promise.all([
    agent.login(look),
    agent.obstacle?.(look),
    versions ? programVersion(path, ask) : undefined,
  ]);
  const known = { name, ...backend, program, path, ...(version !== undefined && { version }) };
  const what = [program, version].filter(Boolean).join(" ");
  if (login === undefined) return { ...known, ok: false, found: `${what}, not logged in`, remedy: logIn };
  const found = `${what}, logged in: ${login}`;
  if (obstacle === undefined) return { ...known, login, ok: true, found };
  return { ...known, login, ok: false, found: `${found}, but ${obstacle.found}`, remedy: obstacle.remedy };
}

/** As a run's agent would have it, and without the calls home that a start may make. */
function quiet(backend: ReturnType<typeof backendOf>, environment: Environment): Record<string, string> {
  const { keys, baseUrls, others } = backendVariables(backend);
  return {
    ...childEnvironment({ parent: environment, keyVariables: [...keys, ...baseUrls, ...others] }),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    NO_COLOR: "1",
  };
}
