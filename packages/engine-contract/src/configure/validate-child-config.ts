import { parseOrThrow } from "@retinue/errors";
import { EngineContractError } from "../engine-contract-error.ts";
import { childConfigSchema, type ChildConfig } from "./child-config.ts";

/**
 * Checks a parsed child configuration and reports every problem at once.
 *
 * @throws EngineContractError INVALID_CHILD_CONFIG with one line a problem.
 */
export function validateChildConfig(document: unknown, source = "the child configuration"): ChildConfig {
  return parseOrThrow(
    childConfigSchema,
    document,
    (problems, cause) =>
      new EngineContractError("INVALID_CHILD_CONFIG", `${source} is not valid:\n  ${problems.join("\n  ")}`, {
        remedy:
          "Correct the named keys; agents[].id, agents[].backend.type and orchestrator are what an engine needs.",
        details: { problems },
        cause,
      }),
  );
}
