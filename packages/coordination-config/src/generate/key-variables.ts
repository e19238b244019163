import { z } from "zod";
import { backendVariables, type ChildConfig } from "@retinue/engine-contract";
import { requireArguments } from "../require-arguments.ts";

const configSchema = z.looseObject({
  agents: z.array(z.looseObject({ backend: z.looseObject({ type: z.string() }) })),
});

/**
 * The environment variables that a child's team needs beside the ordinary ones, by name: keys, other
 * servers, and what its backends find their login by. No others of the parent's reach it.
 *
 * @throws CoordinationConfigError INVALID_INPUT.
 */
export function keyVariables(config: Pick<ChildConfig, "agents">): string[] {
  requireArguments("keyVariables", configSchema, config);
  const names = config.agents.flatMap(({ backend }) => {
    const { keys, baseUrls, others } = backendVariables(backend);
    return [...keys, ...baseUrls, ...others];
  });
  return [...new Set(names)];
}
