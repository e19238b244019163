import type { RunRecord } from "@retinue/engine-contract";
import { changesSchema, type Changes } from "@retinue/status-model";

/** What the last run changed; undefined while it goes on, and for one that was given nothing to change. */
export function changesOf({ runs }: RunRecord): Changes | undefined {
  return changesSchema.safeParse(runs.at(-1)?.result?.["changes"]).data;
}
