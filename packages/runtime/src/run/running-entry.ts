import type { Run as RunEntry } from "@retinue/engine-contract";
import type { Supervised } from "../contract/supervised.ts";

/** What is recorded of a run that goes on under its supervisor. */
export function runningEntry(
  { supervisor, process, containment }: Supervised,
  owner: string,
): Partial<RunEntry> {
  return {
    state: "running",
    owner,
    containment: [...containment],
    ...(supervisor !== undefined && { supervisor }),
    ...(process !== undefined && { process }),
  };
}
