import { keyVariables, type ParentAgent } from "@retinue/coordination-config";
import { backendVariables } from "@retinue/engine-contract";
import { detectedBackends } from "@retinue/runtime";

/**
 * The variables that a server needs of its client: those that are set, and those of keys whether or not they are, since
 * a key may be exported after the entry was made. Without a configured team, of every team that can be found.
 */
export function passedVariables(
  configured: readonly ParentAgent[] | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const agents =
    configured === undefined
      ? detectedBackends.map(({ name, backend }) => ({ id: name, backend }))
      : [...configured];
  const keys = new Set(agents.flatMap(({ backend }) => backendVariables(backend ?? {}).keys));
  return keyVariables({ agents: agents as Parameters<typeof keyVariables>[0]["agents"] }).filter(
    (name) => keys.has(name) || (environment[name] ?? "") !== "",
  );
}
