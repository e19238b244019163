import { z } from "zod";
import { EngineContractError } from "../engine-contract-error.ts";

const idPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;
const idRule = "1 to 63 letters, digits, _ or -, beginning with a letter or digit";

/** The one rule for ids of subagents and agents: whatever passes is safe as a file name. */
export const idSchema = z.string().regex(idPattern, `must be ${idRule}`).describe(`An id: ${idRule}`);

export function isId(value: unknown): value is string {
  return typeof value === "string" && idPattern.test(value);
}

/**
 * Returns the id, or refuses it before a path is built from it.
 *
 * @throws EngineContractError INVALID_ID, naming the value (control characters escaped, cut at 80).
 */
export function requireId(value: unknown, what = "subagent_id"): string {
  if (isId(value)) return value;
  const shown = JSON.stringify(value) ?? String(value);
  const excerpt = shown.length > 80 ? `${shown.slice(0, 77)}…"` : shown;
  throw new EngineContractError("INVALID_ID", `${what} ${excerpt} is not allowed`, {
    remedy: `Use ${idRule}.`,
    details: { [what]: value },
  });
}
