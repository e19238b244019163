import type { Limits } from "../configure/limits.ts";
import type { Tally } from "../ledger/tally.ts";

const counted = ["requests", "input_tokens", "output_tokens", "tokens", "cost"] as const;

/** The first limit that is reached, in words; undefined while there is something left. */
export function reachedLimit(limits: Limits, tally: Tally): string | undefined {
  const used = { ...tally, tokens: tally.input_tokens + tally.output_tokens };
  const reached = counted.find((name) => used[name] >= (limits[name] ?? Infinity));
  if (reached === undefined) return undefined;
  return reached === "cost"
    ? `$${used.cost.toFixed(4)} of $${limits.cost} are spent`
    : `${used[reached]} of ${limits[reached]} ${reached.replace("_", " ")} are used`;
}

/** Whether no call may begin any more, whatever was spent. */
export function isOver({ deadline_at: deadline }: Limits): boolean {
  return deadline !== undefined && Date.now() >= Date.parse(deadline);
}
