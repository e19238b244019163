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
  const { input_tokens, output_tokens, estimated_cost } = usage;
  const isCounted = input_tokens !== undefined || output_tokens !== undefined;
  const spentTokens = isCounted ? (input_tokens ?? 0) + (output_tokens ?? 0) : undefined;
  return {
    ...(max_cost !== undefined && { max_cost, ...costs(max_cost, estimated_cost) }),
    ...(max_tokens !== undefined && {
      max_tokens,
      ...(spentTokens !== undefined && {
        spent_tokens: spentTokens,
        left_tokens: Math.max(0, max_tokens - spentTokens),
      }),
    }),
    held_by: heldBy,
  };
}

function costs(most: number, spent: number | undefined): Pick<Budget, "spent_cost" | "left_cost"> {
  if (spent === undefined) return {};
  return { spent_cost: rounded(spent), left_cost: rounded(Math.max(0, most - spent)) };
}

/** To a millionth of a dollar. */
function rounded(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}
