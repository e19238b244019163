import type { Budget, BudgetLimits } from "../result/budget.ts";
import { tokenUsageSchema, type TokenUsage } from "../result/subagent-result.ts";
import { z } from "zod";
import { requireArguments } from "../require-arguments.ts";

const limitsSchema = z.looseObject({ max_cost: z.number().optional(), max_tokens: z.number().optional() });

/**
 * What a run has spent of its budget.
 *
 * @throws StatusModelError INVALID_INPUT.
 */
export function budgetOf(limits: BudgetLimits, usage: TokenUsage, heldBy: Budget["held_by"]): Budget {
  requireArguments("budgetOf", limitsSchema, limits);
  requireArguments("budgetOf", tokenUsageSchema, usage);
  const { max_cost, max_tokens } = limits;
  const { input_tokens, output_tokens, estimated_cost: cost } = usage;
  const isCounted = input_tokens !== undefined || output_tokens !== undefined;
  const tokens = isCounted ? (input_tokens ?? 0) + (output_tokens ?? 0) : undefined;
  const costLeft = left(max_cost, cost);
  const tokensLeft = left(max_tokens, tokens);
  return {
    ...(max_cost !== undefined && { max_cost }),
    ...(max_tokens !== undefined && { max_tokens }),
    ...(cost !== undefined && { spent_cost: rounded(cost) }),
    ...(tokens !== undefined && { spent_tokens: tokens }),
    ...(costLeft !== undefined && { left_cost: rounded(costLeft) }),
    ...(tokensLeft !== undefined && { left_tokens: tokensLeft }),
    held_by: heldBy,
  };
}

function left(most: number | undefined, spent: number | undefined): number | undefined {
  return most === undefined || spent === undefined ? undefined : Math.max(0, most - spent);
}

/** To a millionth of a dollar. */
function rounded(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}
