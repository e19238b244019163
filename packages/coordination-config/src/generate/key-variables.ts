import { backendVariables, type ChildConfig } from "@retinue/engine-contract";

/**
 * The environment variables that a child's team needs beside the ordinary ones, by name: keys, other
 * servers, and what its backends find their login by. No others of the parent's reach it.
 */
export function keyVariables({ agents }: Pick<ChildConfig, "agents">): string[] {
  const names = agents.flatMap(({ backend }) => {
    const { keys, baseUrls, others } = backendVariables(backend);
    return [...keys, ...baseUrls, ...others];
  });
  return [...new Set(names)];
}
