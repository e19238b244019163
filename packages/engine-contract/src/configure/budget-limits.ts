import { z } from "zod";

/** What a run may spend. */
export const budgetLimitsSchema = z
  .object({
    max_cost: z.number().positive().describe("US dollars").optional(),
    max_tokens: z.number().int().positive().describe("In and out, those from a cache included").optional(),
  })
  .describe("What the run may spend: nothing further is asked once it is spent");
export type BudgetLimits = z.infer<typeof budgetLimitsSchema>;

/** What was spent, as far as anybody counted it. */
export interface SpentUsage {
  readonly input_tokens?: number | undefined;
  readonly output_tokens?: number | undefined;
  /** US dollars. */
  readonly estimated_cost?: number | undefined;
}

/** From this part of its budget on a run is to finish. */
export const wrapUpPart = 0.9;

/** The part of the nearest limit that is spent; 1 or more: all of it. */
export function partSpent(limits: BudgetLimits, usage: SpentUsage): number {
  const { max_cost = Infinity, max_tokens = Infinity } = limits;
  const { input_tokens = 0, output_tokens = 0, estimated_cost = 0 } = usage;
  return Math.max(estimated_cost / max_cost, (input_tokens + output_tokens) / max_tokens);
}
