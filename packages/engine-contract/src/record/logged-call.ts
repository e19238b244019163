import { z } from "zod";
import { modelSpendingSchema } from "./model-spending.ts";

/** A call of a model that was made, as the log of a run's calls has it: a line of JSON. No word of the call is in it. */
export const loggedCallSchema = z.object({
  at: z.string().describe("When it was begun, ISO 8601"),
  route: z.string(),
  model: z.string(),
  status: z.number().int().describe("Of the answer; 0: there was none"),
  whole: z.boolean().describe("Whether the answer was whole"),
  seconds: z.number(),
  spent: modelSpendingSchema.describe("By this call"),
  total: modelSpendingSchema.describe("By the run, with this call"),
});
export type LoggedCall = z.output<typeof loggedCallSchema>;

/** The call that a line of that log tells of; undefined where the line is cut off, or something else. */
export function parseLoggedCall(line: string): LoggedCall | undefined {
  try {
    return loggedCallSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
