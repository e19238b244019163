import { z } from "zod";

const dollars = z.number().positive().nullish();
const tokens = z.number().int().positive().nullish();

/** What subagents may spend: one run, and all runs of a parent together. MassGen knows none of these keys. */
export const budgets = {
  subagent_max_cost: dollars.meta({
    description: "US dollars that one run may spend; told at 90 % to finish, stopped when they are spent",
    examples: [0.5],
  }),
  subagent_max_tokens: tokens.meta({
    description: "Tokens that one run may use, in and out, those from a cache included",
    examples: [200_000],
  }),
  subagent_max_total_cost: dollars.meta({
    description: "US dollars that all runs of a parent may spend together; each gets its part when it begins",
    examples: [5],
  }),
  subagent_max_total_tokens: tokens.meta({
    description: "Tokens that all runs of a parent may use together; each gets its part when it begins",
    examples: [2_000_000],
  }),
};
