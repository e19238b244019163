import type { ResultStatus, SubagentResult } from "@retinue/status-model";
import { z } from "zod";

/** Counts of a blocking spawn; each result is counted once. */
export const summarySchema = z.object({
  total: z.number().int(),
  completed: z.number().int().describe("completed and completed_but_timeout"),
  recovered: z.number().int().describe("partial: cut off, the best answer was recovered"),
  failed: z.number().int().describe("error"),
  timeout: z.number().int().describe("cut off without an answer"),
});
export type Summary = z.infer<typeof summarySchema>;

const counters: Record<ResultStatus, Exclude<keyof Summary, "total">> = {
  completed: "completed",
  completed_but_timeout: "completed",
  partial: "recovered",
  timeout: "timeout",
  error: "failed",
};

export function summarize(results: readonly SubagentResult[]): Summary {
  const summary = { total: results.length, completed: 0, recovered: 0, failed: 0, timeout: 0 };
  for (const { status } of results) summary[counters[status]] += 1;
  return summary;
}
