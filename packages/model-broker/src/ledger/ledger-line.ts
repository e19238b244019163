import { z } from "zod";
import { tallySchema } from "./tally.ts";

const id = z.number().int().min(1);

/** A call that may be made: written before it is, with the most that it can cost. */
export const reserveSchema = z.strictObject({
  reserve: z.strictObject({
    id,
    run: z.string(),
    route: z.string(),
    model: z.string(),
    at: z.string(),
    most: tallySchema,
  }),
});

/** What a call cost. No word of it. */
export const settleSchema = z.strictObject({
  settle: z.strictObject({
    id,
    run: z.string(),
    route: z.string(),
    model: z.string(),
    /** Of the answer; 0 when there was none. */
    status: z.number().int(),
    /** Whether the answer was whole. */
    whole: z.boolean(),
    seconds: z.number().min(0),
    spent: tallySchema,
  }),
});

/** All that an account held when it was written anew. */
export const carriedSchema = z.strictObject({
  carried: z.strictObject({
    version: z.literal(1),
    account: z.string(),
    total: tallySchema,
    runs: z.record(z.string(), tallySchema),
  }),
});

export type Reserved = z.output<typeof reserveSchema>["reserve"];
export type Settled = z.output<typeof settleSchema>["settle"];
export type Carried = z.output<typeof carriedSchema>["carried"];
