import type { ParentAgent } from "@retinue/coordination-config";
import { z } from "zod";
import { environmentSchema } from "../contract/call-options.ts";
import { RuntimeError } from "../contract/runtime-error.ts";
import { requireArguments } from "../require-arguments.ts";
import { acpPrograms, agentPrograms, backendOf } from "./agent-programs.ts";
import type { Environment } from "./environment.ts";
import { detectAgents, type AgentFinding } from "./detect-agents.ts";
import { detectKeys, type KeyFinding } from "./detect-keys.ts";

/** A team that nobody configured; without `agents`, the one command that would make one possible. */
export type DetectedTeam =
  | { readonly agents: ParentAgent[]; readonly found: string }
  | { readonly agents: undefined; readonly found: string; readonly remedy: string };

/** The backends that a found team may have, each by a name of its own. */
export const detectedBackends: readonly {
  readonly name: string;
  readonly backend: { readonly type: string; readonly agent?: string };
}[] = [
  ...[...agentPrograms, ...acpPrograms].map((agent) => ({
    name: agent.agent ?? agent.type,
    backend: backendOf(agent),
  })),
  ...detectKeys({}).map(({ type }) => ({ name: type, backend: { type } })),
];

const agentNames: readonly string[] = [
  ...new Set([
    ...agentPrograms.flatMap(({ type, program }) => [program, type]),
    ...acpPrograms.map(({ program }) => program),
  ]),
];

/**
 * The team for a parent without one: the first command-line agent that is logged in, else the first model
 * API whose key is set. Looks at the machine for at most some seconds; changes nothing.
 */
export async function detectTeam(environment: Environment): Promise<DetectedTeam> {
  requireArguments("detectTeam", environmentSchema, environment);
  return teamOf(await detectAgents(environment, { versions: false }), detectKeys(environment));
}

/**
 * A team of the command-line agents with these names (`claude`, `codex`, `gemini`, `opencode` …, or the backend's type), in this
 * order; one that is named twice is in it twice. All of them have to be ready.
 *
 * @throws RuntimeError INVALID_INPUT for a name that is no agent's.
 */
export async function detectTeamOf(
  environment: Environment,
  names: readonly string[],
): Promise<DetectedTeam> {
  requireArguments("detectTeamOf", environmentSchema, environment);
  requireArguments("detectTeamOf", z.array(z.string()).min(1), names);
  const unknown = names.find((name) => !agentNames.includes(name));
  if (unknown !== undefined) {
    throw new RuntimeError("INVALID_INPUT", `No command-line agent is called ${JSON.stringify(unknown)}`, {
      remedy: `Name some of ${agentNames.join(", ")}.`,
      details: { name: unknown },
    });
  }
  const found = await detectAgents(environment, { versions: false, named: names });
  const team = names.flatMap((name) =>
    found.filter(({ type, program }) => name === program || name === type),
  );
  const missing = team.filter(({ ok }) => !ok);
  const said = (of: readonly AgentFinding[]) => of.map((each) => `${each.name}: ${each.found}`).join("; ");
  const [first] = missing;
  if (first !== undefined) return { agents: undefined, found: said(missing), remedy: first.remedy ?? "" };
  const agents = team.map((agent, index) => {
    const { program } = agent;
    const before = team.slice(0, index).filter((other) => other.program === program).length;
    return { id: before === 0 ? program : `${program}${before + 1}`, backend: backendOf(agent) };
  });
  return { agents, found: said(team) };
}

/** The same, of what was found already. */
export function teamOf(agents: readonly AgentFinding[], keys: readonly KeyFinding[]): DetectedTeam {
  const agent = agents.find(({ ok }) => ok);
  if (agent !== undefined) {
    const { type, program, name, login } = agent;
    const found = `${name} (${type}, logged in: ${login})`;
    return { agents: [{ id: program, backend: backendOf(agent) }], found };
  }
  const key = keys.find(({ ok }) => ok);
  if (key !== undefined) {
    const { type, model, name } = key;
    return { agents: [{ id: type, backend: { type, model } }], found: `${model} (${type}, by ${name})` };
  }
  // An agent that is installed is one command away; one that is not is two.
  const nearest = agents.find(({ path }) => path !== undefined) ?? agents[0];
  return {
    agents: undefined,
    found: [...agents, ...keys].map(({ name, found }) => `${name}: ${found}`).join("; "),
    remedy: nearest?.remedy ?? "",
  };
}
