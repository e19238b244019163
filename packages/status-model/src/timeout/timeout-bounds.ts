import { z } from "zod";
import { requireArguments } from "../require-arguments.ts";
import { StatusModelError } from "../status-model-error.ts";

const seconds = z.number().int().positive();

/** The three timeouts of `orchestrator.coordination`, in seconds. */
export const timeoutConfigSchema = z.object({
  subagent_default_timeout: seconds.default(300).describe("Seconds a run gets when its task names none"),
  subagent_min_timeout: seconds.default(60).describe("A shorter request is raised to this"),
  subagent_max_timeout: seconds.default(600).describe("A longer request is cut to this"),
});
export type TimeoutConfig = z.input<typeof timeoutConfigSchema>;

/** Limits in force, in seconds. */
export interface TimeoutBounds {
  readonly defaultSeconds: number;
  readonly minSeconds: number;
  readonly maxSeconds: number;
  /** What was changed to make the three agree. */
  readonly warnings: readonly string[];
}

/**
 * Requirement "Configurable Timeout Bounds". A default above the maximum raises the maximum and
 * one below the minimum is raised to it, each with a warning.
 *
 * @throws StatusModelError INVALID_TIMEOUT_BOUNDS when a value is no positive integer, or min > max; INVALID_INPUT when
 *   there is no object of them.
 */
export function timeoutBounds(config: TimeoutConfig = {}): TimeoutBounds {
  requireArguments("timeoutBounds", z.looseObject({}), config);
  const parsed = timeoutConfigSchema.safeParse(config);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const key = String(issue?.path[0]);
    const value = JSON.stringify((config as Record<string, unknown>)[key]);
    throw new StatusModelError(
      "INVALID_TIMEOUT_BOUNDS",
      `${key} must be a positive whole number of seconds, not ${value}`,
      {
        remedy: `Set ${key} to whole seconds, for example 300.`,
        details: { [key]: (config as Record<string, unknown>)[key] },
      },
    );
  }
  const { subagent_default_timeout, subagent_min_timeout, subagent_max_timeout } = parsed.data;
  const warnings: string[] = [];
  const maxSeconds = Math.max(subagent_max_timeout, subagent_default_timeout);
  if (maxSeconds !== subagent_max_timeout) {
    warnings.push(
      `subagent_default_timeout ${subagent_default_timeout} is above subagent_max_timeout ${subagent_max_timeout}: the maximum was raised to ${maxSeconds}`,
    );
  }
  if (subagent_min_timeout > subagent_max_timeout) {
    throw new StatusModelError(
      "INVALID_TIMEOUT_BOUNDS",
      `subagent_min_timeout ${subagent_min_timeout} is above subagent_max_timeout ${subagent_max_timeout}`,
      {
        remedy: "Lower subagent_min_timeout or raise subagent_max_timeout.",
        details: { subagent_min_timeout, subagent_max_timeout },
      },
    );
  }
  const defaultSeconds = Math.max(subagent_default_timeout, subagent_min_timeout);
  if (defaultSeconds !== subagent_default_timeout) {
    warnings.push(
      `subagent_default_timeout ${subagent_default_timeout} is below subagent_min_timeout ${subagent_min_timeout}: the default was raised to ${defaultSeconds}`,
    );
  }
  return { defaultSeconds, minSeconds: subagent_min_timeout, maxSeconds, warnings };
}
