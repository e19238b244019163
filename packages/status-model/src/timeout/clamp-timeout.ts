import { z } from "zod";
import { StatusModelError } from "../status-model-error.ts";
import type { TimeoutBounds } from "./timeout-bounds.ts";
import { requireArguments } from "../require-arguments.ts";

const boundsSchema = z.object({ minSeconds: z.number(), maxSeconds: z.number() });

/**
 * The timeout that is in force for a request, in seconds. Scenario "Timeout clamping".
 *
 * @throws StatusModelError INVALID_TIMEOUT when `seconds` is not a number, INVALID_INPUT without bounds.
 */
export function clampTimeout(
  seconds: number,
  bounds: Pick<TimeoutBounds, "minSeconds" | "maxSeconds">,
): number {
  const { minSeconds, maxSeconds } = requireArguments("clampTimeout", boundsSchema, bounds);
  if (typeof seconds !== "number" || Number.isNaN(seconds)) {
    throw new StatusModelError(
      "INVALID_TIMEOUT",
      `timeout_seconds must be a number, not ${String(seconds)}`,
      {
        remedy: `Give seconds between ${minSeconds} and ${maxSeconds}, or leave timeout_seconds out.`,
        details: { timeout_seconds: seconds },
      },
    );
  }
  return Math.max(minSeconds, Math.min(maxSeconds, seconds));
}
