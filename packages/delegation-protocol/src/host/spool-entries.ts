import { isId } from "@retinue/engine-contract";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { requestIdSchema } from "../message/request.ts";
import type { Exchange } from "./open-exchange.ts";

/** The steps that a request has taken, in order; each is a file that is created once and never changed. */
const steps = ["req", "starting", "go", "resp", "pub"] as const;
export type SpoolStep = (typeof steps)[number];

/** claimed: it was taken; starting, going: its container was; decided: its response is final; published. */
export type SpoolStage = "claimed" | "starting" | "going" | "decided" | "published";
const stages: Record<SpoolStep, SpoolStage> = {
  req: "claimed",
  starting: "starting",
  go: "going",
  resp: "decided",
  pub: "published",
};

/** A request that the host has taken. Runs are told apart by both ids. */
export interface SpoolEntry {
  readonly subagentId: string;
  readonly requestId: string;
}

/** Path of the file that records a step. */
export function stepFile(
  { spool }: Exchange,
  { subagentId, requestId }: SpoolEntry,
  step: SpoolStep,
): string {
  return join(spool, `${subagentId}.${requestId}.${step}`);
}

/** Every request that was ever taken, with the last step it is known to have made, in order of arrival. */
export function spoolEntries(exchange: Exchange): (SpoolEntry & { readonly stage: SpoolStage })[] {
  const found = new Map<string, { entry: SpoolEntry; last: number }>();
  for (const name of readdirSync(exchange.spool)) {
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
      at: statSync(stepFile(exchange, entry, "req")).mtimeMs,
    }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ at: _at, ...entry }) => entry);
}

/** Removes the private names that a kill in the middle of a step left. Only while no other host works here. */
export function sweepSpool({ spool }: Exchange): void {
  for (const name of readdirSync(spool)) {
    if (name.startsWith(".") && name.endsWith(".tmp")) rmSync(join(spool, name), { force: true });
  }
}
