import { z } from "zod";

const count = z.number().min(0);

/** What calls of models cost together, by the count of a host's broker. */
export const modelSpendingSchema = z.object({
  requests: count,
  input_tokens: count.describe("All of the input, what came from the vendor's cache included"),
  cached_input_tokens: count,
  output_tokens: count,
  cost: count.describe("US dollars by list price, of the calls whose model has a price"),
  unpriced: count.describe("Calls of a model without a price"),
  estimated: count.describe("Calls that are counted as the most that they could cost"),
});
export type ModelSpending = z.infer<typeof modelSpendingSchema>;

/** The same as an engine's `token_usage` says it. */
export function usageOfSpending({ input_tokens, output_tokens, cost, unpriced }: ModelSpending): {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly estimated_cost?: number;
} {
  // Of calls without a price no cost is known.
  return { input_tokens, output_tokens, ...(unpriced === 0 && { estimated_cost: cost }) };
}
