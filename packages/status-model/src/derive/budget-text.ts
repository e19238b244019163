import { z } from "zod";
import { budgetSchema, type Budget } from "../result/budget.ts";
import { requireArguments } from "../require-arguments.ts";

const inputSchema = z.looseObject(budgetSchema.partial().shape);

/**
 * `$0.12 of $0.5, 3000 of 4000 tokens`: what is spent of a budget, for a line.
 *
 * @throws StatusModelError INVALID_INPUT.
 */
export function budgetText(budget: Budget): string {
  requireArguments("budgetText", inputSchema, budget);
  const { max_cost, spent_cost = 0, max_tokens, spent_tokens = 0 } = budget;
  return [
    ...(max_cost === undefined ? [] : [`$${shown(spent_cost)} of $${shown(max_cost)}`]),
    ...(max_tokens === undefined ? [] : [`${spent_tokens} of ${max_tokens} tokens`]),
  ].join(", ");
}

/** To a hundredth of a cent. */
function shown(amount: number): string {
  return String(Math.round(amount * 1e4) / 1e4);
}
