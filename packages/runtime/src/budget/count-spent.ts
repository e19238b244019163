import { budgetSchema, tokenUsageSchema, type TokenUsage } from "@retinue/status-model";
import { currentRun, type RecordedRun } from "../record/run-record-file.ts";
import { addToTally, type BudgetedWorkspace } from "./budget-tally.ts";

/** Counts what a run that is recorded as ended has spent, where its parent has a budget. Under the workspace's lock. */
export function countSpent({ settings, state }: BudgetedWorkspace, { paths, record }: RecordedRun): void {
  const { subagent_max_total_cost: cost, subagent_max_total_tokens: tokens } = settings.coordination;
  if ((cost ?? tokens ?? undefined) === undefined) return;
  const run = { subagent_id: paths.subagentId, run: record.runs.length };
  addToTally(state, run, spentBy(currentRun(record).result ?? {}));
}

/** Of two counts the higher one. */
function spentBy(result: Readonly<Record<string, unknown>>): {
  readonly cost: number;
  readonly tokens: number;
} {
  const usage: TokenUsage = tokenUsageSchema.safeParse(result["token_usage"]).data ?? {};
  const { input_tokens = 0, output_tokens = 0, estimated_cost = 0 } = usage;
  const { spent_cost = 0, spent_tokens = 0 } = budgetSchema.partial().safeParse(result["budget"]).data ?? {};
  return {
    cost: Math.max(estimated_cost, spent_cost),
    tokens: Math.max(input_tokens + output_tokens, spent_tokens),
  };
}
