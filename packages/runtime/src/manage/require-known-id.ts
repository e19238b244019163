import { type EngineContractError, requireId } from "@retinue/engine-contract";
import { RuntimeError } from "../contract/runtime-error.ts";

/**
 * Refuses an id that no subagent can have, before a path is built from it.
 *
 * @throws RuntimeError UNKNOWN_SUBAGENT.
 */
export function requireKnownId(subagentId: string): string {
  try {
    return requireId(subagentId);
  } catch (error) {
    const { message, remedy } = error as EngineContractError;
    throw new RuntimeError("UNKNOWN_SUBAGENT", message, { remedy, cause: error });
  }
}
