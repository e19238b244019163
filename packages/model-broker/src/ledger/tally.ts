import { z } from "zod";

const count = z.number().min(0);

/** What calls cost together. */
export const tallySchema = z.strictObject({
  requests: count,
  /** All of the input, what came from the vendor's cache included. */
  input_tokens: count,
  cached_input_tokens: count,
  output_tokens: count,
  /** US dollars by list price, of the calls whose model has a price. */
  cost: count,
  /** Calls of a model without a price. */
  unpriced: count,
  /** Calls that are counted as what was set aside for them: nobody said what they cost. */
  estimated: count,
});
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
