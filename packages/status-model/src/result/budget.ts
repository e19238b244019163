import { z } from "zod";

const dollars = z.number().min(0);
const tokens = z.number().int().min(0);

/** What a run may spend, what it has spent and what is left; what is not limited or not counted is left out. */
export const budgetSchema = z.object({
  max_cost: dollars.describe("US dollars").optional(),
  max_tokens: tokens.describe("In and out").optional(),
  spent_cost: dollars.optional(),
  spent_tokens: tokens.optional(),
  reported_cost: dollars
    .describe("What its engine says that it has spent, where a broker has counted something else")
    .optional(),
  reported_tokens: tokens.describe("The same of tokens in and out").optional(),
  left_cost: dollars.optional(),
  left_tokens: tokens.optional(),
  // And so who holds it: the run's own engine, or its host's broker for models, by limits of the host's too.
  held_by: z.enum(["engine", "broker"]).describe("Whose counts these are"),
});
export type Budget = z.infer<typeof budgetSchema>;

/** A limit on what a run may spend. */
export type BudgetLimits = Pick<Budget, "max_cost" | "max_tokens">;
