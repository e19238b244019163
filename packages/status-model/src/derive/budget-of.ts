import type { Budget, BudgetLimits } from "../result/budget.ts";
import { tokenUsageSchema, type TokenUsage } from "../result/subagent-result.ts";
import { z } from "zod";
import { requireArguments } from "../require-arguments.ts";

const limitsSchema = z.looseObject({ max_cost: z.number().optional(), max_tokens: z.number().optional() });

/**
 * What a run has spent of its budget.
 *
 * @param usage By whoever holds it.
 * @param reported By its engine, where that is somebody else: what differs is said beside the count that holds.
 * @throws StatusModelError INVALID_INPUT.
 */
export function budgetOf(
  limits: BudgetLimits,
  usage: TokenUsage,
  heldBy: Budget["held_by"],
  reported: TokenUsage = usage,
): Budget {
  requireArguments("budgetOf", limitsSchema, limits);
  requireArguments("budgetOf", tokenUsageSchema, usage);
  requireArguments("budgetOf", tokenUsageSchema, reported);
  const { max_cost, max_tokens } = limits;
  const [spent, said] = [amountsOf(usage), amountsOf(reported)];
  const costLeft = left(max_cost, usage.estimated_cost);
  const tokensLeft = left(max_tokens, spent.tokens);
  return {
    ...(max_cost !== undefined && { max_cost }),
    ...(max_tokens !== undefined && { max_tokens }),
    ...(spent.cost !== undefined && { spent_cost: spent.cost }),
    ...(spent.tokens !== undefined && { spent_tokens: spent.tokens }),
    ...(said.cost !== undefined && said.cost !== spent.cost && { reported_cost: said.cost }),
    ...(said.tokens !== undefined && said.tokens !== spent.tokens && { reported_tokens: said.tokens }),
    ...(costLeft !== undefined && { left_cost: rounded(costLeft) }),
    ...(tokensLeft !== undefined && { left_tokens: tokensLeft }),
    held_by: heldBy,
  };
}

function amountsOf({ input_tokens, output_tokens, estimated_cost }: TokenUsage) {
  const isCounted = input_tokens !== undefined || output_tokens !== undefined;
  return {
    cost: estimated_cost === undefined ? undefined : rounded(estimated_cost),
    tokens: isCounted ? (input_tokens ?? 0) + (output_tokens ?? 0) : undefined,
  };
}

function left(most: number | undefined, spent: number | undefined): number | undefined {
  return most === undefined || spent === undefined ? undefined : Math.max(0, most - spent);
}

/** To a millionth of a dollar. */
function rounded(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}
