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
  const { max_cost, spent_cost, max_tokens, spent_tokens } = budget;
  const cost = part(max_cost, spent_cost, (amount) => `$${shown(amount)}`);
  const tokens = part(max_tokens, spent_tokens, String);
  return [...cost, ...tokens.map((text) => `${text} tokens`)].join(", ");
}

function part(
  most: number | undefined,
  spent: number | undefined,
  text: (amount: number) => string,
): string[] {
  if (most === undefined) return [];
  return [`${text(spent ?? 0)} of ${text(most)}`];
}

/** To a hundredth of a cent. */
function shown(amount: number): string {
  return String(Math.round(amount * 1e4) / 1e4);
}
