import { backendVariables, type AgentConfig } from "@retinue/engine-contract";

const secretName = /(KEY|TOKEN|SECRET|PASSWORD)$/i;
/** Servers of one's own take any word for a key; "none" would be hidden in every sentence. */
const shortestKey = 8;

/**
 * Makes what takes keys out of a text: all that the team's backends name, and all whose variables are
 * named like one, since a program is given those of the whole team.
 */
export function keyHider(
  agents: readonly AgentConfig[],
  environment: Readonly<Record<string, string>>,
): (text: string) => string {
  const named = new Set(agents.flatMap(({ backend }) => backendVariables(backend).keys));
  const added = agents.map(({ backend }): object => backend["env"] ?? {});
  const keys = [environment, ...added]
    .flatMap((each): [string, unknown][] => Object.entries(each))
    .flatMap(([name, value]) => (named.has(name) || secretName.test(name) ? [String(value).trim()] : []))
    .filter(({ length }) => length >= shortestKey)
    // One may begin with another.
    .toSorted((one, other) => other.length - one.length);
  return (text) => keys.reduce((rest, key) => rest.replaceAll(key, "…"), text);
}
