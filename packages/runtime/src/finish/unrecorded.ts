import type { SubagentResult } from "@retinue/status-model";
import { joinedWarnings } from "../joined-warnings.ts";

/** A result that is delivered before it could be recorded: only whoever gets it knows it, and is to know that. */
export function unrecorded(result: SubagentResult, why: string): SubagentResult {
  const said = `this result could not be recorded yet (${why}): a later server may not know it, or deliver it again`;
  return { ...result, warning: joinedWarnings(result.warning, said) ?? said };
}
