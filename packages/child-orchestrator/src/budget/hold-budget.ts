import { partSpent, wrapUpPart, type BudgetLimits } from "@retinue/engine-contract";
import type { TeamRecord } from "../record/team-record.ts";
import { totalUsage } from "../record/total-usage.ts";
import { beginWrapUp } from "../wrap-up/begin-wrap-up.ts";
import type { WrapUp } from "../wrap-up/wrap-up.ts";

/** Said of an agent whose next request is not made any more. */
export const budgetIsSpent = "the budget of its run is spent: it was asked nothing further";

/** What may be spent by a team, looked at whenever something was. */
export interface HeldBudget {
  /** Aborts once it is spent: what is in flight may end, nothing further is asked. */
  readonly spent: AbortSignal;
  /** Says that more was spent. */
  look(): void;
}

/** Milliseconds that it gets for that, or up to the deadline: it is not time that is short. */
const finishWithin = 120_000;

/** Holds the budget of a run by what its agents' backends count. Without limits it is never spent. */
export function holdBudget(
  record: TeamRecord,
  wrapUp: WrapUp,
  limits: BudgetLimits | undefined,
  deadline: number = Infinity,
): HeldBudget {
  const spent = new AbortController();
  const look = () => {
    const part = limits === undefined ? 0 : partSpent(limits, totalUsage(record.team.agents));
    if (part < wrapUpPart || limits === undefined) return;
    beginWrapUp(record, wrapUp, {
      why: `since ${Math.floor(part * 100)} % of its budget (${limitText(limits)}) was spent`,
      until: Math.min(Date.now() + finishWithin, deadline),
      words: "What the run may spend is almost used up.",
    });
    if (part >= 1) spent.abort();
  };
  return { spent: spent.signal, look };
}

function limitText({ max_cost, max_tokens }: BudgetLimits): string {
  const cost = max_cost === undefined ? [] : [`$${max_cost}`];
  return [...cost, ...(max_tokens === undefined ? [] : [`${max_tokens} tokens`])].join(", ");
}
