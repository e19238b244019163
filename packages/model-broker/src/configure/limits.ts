import { z } from "zod";

const tokens = z.number().int().min(1).optional();

/** What may be spent; what is left out is not limited. */
export const limitsSchema = z
  .strictObject({
    requests: z.number().int().min(1).optional().describe("Calls that a model was asked for"),
    input_tokens: tokens,
    output_tokens: tokens,
    tokens: tokens.describe("Input and output together"),
    cost: z.number().positive().optional().describe("US dollars by list price"),
    concurrency: z.number().int().min(1).max(1024).default(16).describe("Calls at a time; further ones wait"),
    deadline_at: z.iso.datetime().optional().describe("No call begins after it"),
  })
  .describe("The next call at a limit is refused; one in flight may end");
export type Limits = z.output<typeof limitsSchema>;
