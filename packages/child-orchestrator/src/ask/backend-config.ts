import type { AgentConfig } from "@retinue/engine-contract";
import { parseOrThrow } from "@retinue/errors";
import type { z } from "zod";
import { ChildOrchestratorError } from "../child-orchestrator-error.ts";

/**
 * Checks the `backend` section of an agent.
 *
 * @throws ChildOrchestratorError INVALID_BACKEND naming every wrong key.
 */
export function parseBackendConfig<Schema extends z.ZodType>(
  schema: Schema,
  { id, backend }: AgentConfig,
  remedy: string,
): z.infer<Schema> {
  return parseOrThrow(schema, backend, (problems, cause) => {
    const wrong = problems.map((problem) => `backend.${problem}`);
    return new ChildOrchestratorError(
      "INVALID_BACKEND",
      `agent ${id} has no usable backend of type ${backend.type}:\n  ${wrong.join("\n  ")}`,
      { remedy, details: { agent: id, problems: wrong }, cause },
    );
  });
}

/** Settings of other engines and of the launcher, which say nothing to an agent. */
const elsewhere = new Set(["cwd", "command_line_execution_mode", "enable_rate_limit"]);

/** Settings that are switched on and that a backend does not know. */
export function settingsWithoutEffect(
  config: Readonly<Record<string, unknown>>,
  { shape }: { readonly shape: object },
): string[] {
  return Object.entries(config)
    .filter(([key, value]) => {
      const known = key in shape || elsewhere.has(key) || key.startsWith("exclude_");
      return !known && value !== false && value !== null && value !== undefined;
    })
    .map(([key]) => key);
}
