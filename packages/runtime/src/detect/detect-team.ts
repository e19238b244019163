import type { ParentAgent } from "@retinue/coordination-config";
import { environmentSchema } from "../contract/call-options.ts";
import { requireArguments } from "../require-arguments.ts";
import { agentPrograms } from "./agent-programs.ts";
import type { Environment } from "./environment.ts";
import { detectAgents, type AgentFinding } from "./detect-agents.ts";
import { detectKeys, type KeyFinding } from "./detect-keys.ts";

/** A team that nobody configured; without `agents`, the one command that would make one possible. */
export type DetectedTeam =
  | { readonly agents: ParentAgent[]; readonly found: string }
  | { readonly agents: undefined; readonly found: string; readonly remedy: string };

/** Types of the backends that a found team may have. */
export const detectedTypes: readonly string[] = [...agentPrograms, ...detectKeys({})].map(({ type }) => type);

/**
 * The team for a parent without one: the first command-line agent that is logged in, else the first model
 * API whose key is set. Looks at the machine for at most some seconds; changes nothing.
 */
export async function detectTeam(environment: Environment): Promise<DetectedTeam> {
  requireArguments("detectTeam", environmentSchema, environment);
  return teamOf(await detectAgents(environment, { versions: false }), detectKeys(environment));
}

/** The same, of what was found already. */
export function teamOf(agents: readonly AgentFinding[], keys: readonly KeyFinding[]): DetectedTeam {
  const agent = agents.find(({ ok }) => ok);
  if (agent !== undefined) {
    const { type, program, name, login } = agent;
    return { agents: [{ id: program, backend: { type } }], found: `${name} (${type}, logged in: ${login})` };
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
