import type { BudgetLimits } from "@retinue/engine-contract";
import { RuntimeError } from "../contract/runtime-error.ts";
import { isOpen, readActive } from "../own/active-index.ts";
import { readTally, type BudgetedWorkspace } from "./budget-tally.ts";

/** What is left is as good as nothing. */
const leastPart = 0.01;

const kinds = [
  { limit: "max_cost", total: "subagent_max_total_cost", of: "cost", unit: "US dollars" },
  { limit: "max_tokens", total: "subagent_max_total_tokens", of: "tokens", unit: "tokens" },
] as const;

/**
 * What each of these runs may spend: of what is left of its parent's budget an equal part is kept for it, or its own
 * limit where that is less. What it leaves comes back when it ends. So all together never spend more than the parent may,
 * whichever server dies. Under the workspace's lock.
 *
 * @param limits Of each run by itself.
 * @throws RuntimeError BUDGET_SPENT when nothing is left.
 */
export function shareBudget(
  { settings, state }: BudgetedWorkspace,
  limits: readonly (BudgetLimits | undefined)[],
): (BudgetLimits | undefined)[] {
  const limited = kinds.flatMap((kind) => {
    const amount = settings.coordination[kind.total] ?? undefined;
    return amount === undefined ? [] : [{ ...kind, amount }];
  });
  if (limited.length === 0) return limits.slice();
  const kept = readActive(state.active).filter(isOpen);
  const tally = readTally(state);
  return limited.reduce((given, kind) => {
    const reserved = kept.reduce((sum, { reserved: own }) => sum + (own?.[kind.limit] ?? 0), 0);
    const spent = tally[kind.of];
    const left = kind.amount - spent - reserved;
    if (left < kind.amount * leastPart) throw nothingLeft({ ...kind, spent, reserved });
    const part = kind.of === "tokens" ? Math.max(1, Math.floor(left / given.length)) : left / given.length;
    return given.map((own) => ({ ...own, [kind.limit]: Math.min(own?.[kind.limit] ?? Infinity, part) }));
  }, limits.slice());
}

function nothingLeft({
  total,
  unit,
  amount,
  spent,
  reserved,
}: (typeof kinds)[number] & Readonly<Record<"amount" | "spent" | "reserved", number>>): RuntimeError {
  const shown = (value: number) => Math.round(value * 1e4) / 1e4;
  const kept = reserved > 0 ? `, and ${shown(reserved)} are kept for runs that go on` : "";
  return new RuntimeError(
    "BUDGET_SPENT",
    `Nothing is left of the ${amount} ${unit} that all subagents may spend together: ${shown(spent)} are spent${kept}`,
    {
      remedy:
        reserved > 0
          ? "Wait for those that run: what they leave comes back. Give tasks less (max_cost, max_tokens) to have more of them at once."
          : `Work with the results there are; a person may raise ${total}.`,
      details: { [total]: amount, spent, reserved },
      retryable: reserved > 0,
    },
  );
}
