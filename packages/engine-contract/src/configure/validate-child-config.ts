import { EngineContractError } from "../engine-contract-error.ts";
import { childConfigSchema, type ChildConfig } from "./child-config.ts";

/**
 * Checks a parsed child configuration and reports every problem at once.
 *
 * @throws EngineContractError INVALID_CHILD_CONFIG with one line a problem.
 */
export function validateChildConfig(document: unknown, source = "the child configuration"): ChildConfig {
  // A compiled validator costs more than it saves on one document.
  const parsed = childConfigSchema.safeParse(document, { jitless: true });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${path.map(String).join(".") || "(top)"}: ${message}`,
  );
  throw new EngineContractError(
    "INVALID_CHILD_CONFIG",
    `${source} is not valid:\n  ${problems.join("\n  ")}`,
    {
      remedy:
        "Correct the named keys; agents[].id, agents[].backend.type and orchestrator are what an engine needs.",
      details: { problems },
      cause: parsed.error,
    },
  );
}
