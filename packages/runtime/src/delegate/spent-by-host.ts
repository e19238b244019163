import { readText, writeFileAtomic } from "@retinue/contained-fs";
import {
  modelSpendingSchema,
  supervisorFiles,
  type LoggedCall,
  type ModelSpending,
} from "@retinue/engine-contract";
import { join } from "node:path";

const NAME = "spent.json";
const MAX_BYTES = 64 * 1024;

/** Keeps what a broker counted of a run's models. */
export function keepSpent(directory: string, spent: ModelSpending): void {
  writeFileAtomic(join(directory, NAME), JSON.stringify(spent));
}

/** Keeps the last calls that a host's broker passed on, as a broker of this machine adds them. */
export function keepCalls(directory: string, calls: readonly LoggedCall[]): void {
  const lines = calls.map((call) => `${JSON.stringify(call)}\n`);
  writeFileAtomic(join(directory, supervisorFiles.calls), lines.join(""));
}

/** What was kept; undefined for a run without a broker. */
export function spentByHost(directory: string): ModelSpending | undefined {
  try {
    return modelSpendingSchema.parse(
      JSON.parse(readText(join(directory, NAME), { maxBytes: MAX_BYTES }) ?? ""),
    );
  } catch {
    // None was kept.
    return undefined;
  }
}
