import { readText, writeFileAtomic } from "@retinue/contained-fs";
import type { DelegationResponse } from "@retinue/delegation-protocol";
import { tokenUsageSchema, type TokenUsage } from "@retinue/status-model";
import { join } from "node:path";

const NAME = "spent.json";
const MAX_BYTES = 64 * 1024;

/** Keeps what the host's broker counted of a run's models, where it asked any. */
export function keepSpent(directory: string, { spent }: DelegationResponse): void {
  if (spent === undefined) return;
  const { input_tokens, output_tokens, cost, unpriced } = spent;
  // Of calls without a price no cost is known.
  const usage = { input_tokens, output_tokens, ...(unpriced === 0 && { estimated_cost: cost }) };
  writeFileAtomic(join(directory, NAME), JSON.stringify(usage));
}

/** What was kept; undefined for a run of another mode, and where the host counted nothing. */
export function spentByHost(directory: string): TokenUsage | undefined {
  try {
    return tokenUsageSchema.parse(JSON.parse(readText(join(directory, NAME), { maxBytes: MAX_BYTES }) ?? ""));
  } catch {
    // None was kept.
    return undefined;
  }
}
