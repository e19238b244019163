import { entryAt, listNames } from "@retinue/contained-fs";
import { isId } from "@retinue/engine-contract";
import { join } from "node:path";
import { requestIdSchema } from "../message/request.ts";
import type { Records } from "./open-exchange.ts";

/** What is recorded of a request, in order; each is a file that is created once, whole. */
const steps = ["req", "lent", "go", "resp", "pub"] as const;
export type SpoolStep = (typeof steps)[number];

/** claimed: nothing of it has run. going: it may have. decided: its response is final. */
export type SpoolStage = "claimed" | "going" | "decided" | "published";
const stages: Record<SpoolStep, SpoolStage> = {
  req: "claimed",
  lent: "claimed",
  go: "going",
  resp: "decided",
  pub: "published",
};

/** A request that the host has taken. Runs are told apart by both ids. */
export interface SpoolEntry {
  readonly subagentId: string;
  readonly requestId: string;
}

/** Names in the spool: all of them, since a request that is not seen here would be taken again. */
export function spoolNames({ spool }: Records): string[] {
  return listNames(spool, { maxEntries: Number.POSITIVE_INFINITY });
}

/** Path of the file that records a step. */
export function stepFile({ spool }: Records, { subagentId, requestId }: SpoolEntry, step: SpoolStep): string {
  return join(spool, `${subagentId}.${requestId}.${step}`);
}

/** Every request that was ever taken, with the last step it is known to have made, in order of arrival. */
export function spoolEntries(records: Records): (SpoolEntry & { readonly stage: SpoolStage })[] {
  const found = new Map<string, { entry: SpoolEntry; last: number }>();
  for (const name of spoolNames(records)) {
    const [subagentId = "", requestId = "", step = "", ...more] = name.split(".");
    const index = steps.indexOf(step as SpoolStep);
    if (index === -1 || more.length > 0 || !isId(subagentId) || !requestIdSchema.safeParse(requestId).success)
      continue;
    const key = `${subagentId}.${requestId}`;
    const last = Math.max(index, found.get(key)?.last ?? 0);
    found.set(key, { entry: { subagentId, requestId }, last });
  }
  return [...found.values()]
    .map(({ entry, last }) => ({
      ...entry,
      stage: stages[steps[last] ?? "req"],
      at: entryAt(stepFile(records, entry, "req"))?.modifiedMs ?? 0,
    }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ at: _at, ...entry }) => entry);
}

/** What is kept of a request that was taken, for as long as the outbox is served. */
export function requestBytes(records: Records, entry: SpoolEntry): number {
  return entryAt(stepFile(records, entry, "req"))?.size ?? 0;
}

/** How far one request has got. */
export function spoolStage(records: Records, entry: SpoolEntry): SpoolStage {
  const last = steps.findLast((step) => entryAt(stepFile(records, entry, step)) !== undefined);
  return stages[last ?? "req"];
}
