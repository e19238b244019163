import type { BudgetLimits, RunEnd } from "@retinue/engine-contract";
import {
  budgetOf,
  budgetText,
  type Budget,
  type SubagentResult,
  type TokenUsage,
} from "@retinue/status-model";
import { joinedWarnings } from "../joined-warnings.ts";

interface Held {
  /** What it might spend. */
  readonly limits: BudgetLimits | undefined;
  /** By the broker of the host that ran it, whose word counts. */
  readonly counted: TokenUsage | undefined;
}

/** A result with what its run has spent of its budget, and what to do where that cut it off. */
export function withBudget(
  result: SubagentResult,
  { ending }: Pick<RunEnd, "ending">,
  { limits = {}, counted }: Held,
): SubagentResult {
  if (Object.keys(limits).length === 0 && counted === undefined) return result;
  const heldBy = counted === undefined ? "engine" : "broker";
  const budget = budgetOf(limits, counted ?? result.token_usage, heldBy, result.token_usage);
  const warning = joinedWarnings(
    ending === "budget" ? cutOff(budget) : undefined,
    ...(ending === "error" ? [] : uncounted(budget)),
    result.warning,
  );
  return { ...result, ...(warning !== undefined && { warning }), budget };
}

function cutOff(budget: Budget): string {
  return (
    `its budget was spent (${budgetText(budget)}), so it was cut off; continue it to have it finish with a new ` +
    `budget, give it less to do, or have a person raise subagent_max_cost or subagent_max_tokens`
  );
}

/** Nothing weakens silently. */
function uncounted({ max_cost, spent_cost, max_tokens, spent_tokens }: Budget): string[] {
  const kinds = [
    ...(max_cost !== undefined && spent_cost === undefined ? ["cost"] : []),
    ...(max_tokens !== undefined && spent_tokens === undefined ? ["tokens"] : []),
  ];
  if (kinds.length === 0) return [];
  return [`its engine counted no ${kinds.join(" and no ")}: its budget was not held`];
}
