import type { BudgetLimits } from "@retinue/engine-contract";
import { z } from "zod";
import type { InheritedSettings } from "../schema/inherited.ts";
import { requireArguments } from "../require-arguments.ts";

const settingsSchema = z.looseObject({});

/**
 * What one run may spend by these settings, and never more than all together; undefined: nothing limits it.
 *
 * @throws CoordinationConfigError INVALID_INPUT.
 */
export function runBudget(settings: InheritedSettings): BudgetLimits | undefined {
  requireArguments("runBudget", settingsSchema, settings);
  const least = (...limits: readonly (number | null | undefined)[]) =>
    Math.min(...limits.map((limit) => limit ?? Infinity));
  const cost = least(settings.subagent_max_cost, settings.subagent_max_total_cost);
  const tokens = least(settings.subagent_max_tokens, settings.subagent_max_total_tokens);
  if (cost === Infinity && tokens === Infinity) return undefined;
  return {
    ...(cost !== Infinity && { max_cost: cost }),
    ...(tokens !== Infinity && { max_tokens: tokens }),
  };
}
