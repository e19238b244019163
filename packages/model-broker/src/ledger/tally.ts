import { modelSpendingSchema } from "@retinue/engine-contract";
import { z } from "zod";

/** What calls cost together. */
export const tallySchema = z.strictObject(modelSpendingSchema.shape);
export type Tally = z.output<typeof tallySchema>;

export const nothing: Tally = {
  requests: 0,
  input_tokens: 0,
  cached_input_tokens: 0,
  output_tokens: 0,
  cost: 0,
  unpriced: 0,
  estimated: 0,
};

const keys = Object.keys(nothing) as (keyof Tally)[];

export function sum(one: Tally, other: Tally): Tally {
  return combined(one, other, 1);
}

export function difference(one: Tally, other: Tally): Tally {
  return combined(one, other, -1);
}

function combined(one: Tally, other: Tally, sign: 1 | -1): Tally {
  const result = { ...one };
  // Sums of dollars leave behind what no price has: nothing is less than nothing.
  for (const key of keys) result[key] = Math.max(0, one[key] + sign * other[key]);
  return result;
}
