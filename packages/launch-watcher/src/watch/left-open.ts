import { spoolEntries, type SpoolEntry, type SpoolStage } from "@retinue/delegation-protocol/host";
import type { Host, KnownOutbox } from "./host.ts";

/** A request that was taken and whose answer is not published. */
export interface OpenRequest extends SpoolEntry {
  readonly stage: Exclude<SpoolStage, "published">;
}

/** What an outbox's records say is open, in order of arrival. */
export function leftOpen({ exchange }: KnownOutbox): OpenRequest[] {
  return openAmong(spoolEntries(exchange));
}

/**
 * Of all requests in order of arrival those that are open. A response that was not published is over once its
 * subagent was asked something else: MassGen's parent would take it for the answer to that.
 */
export function openAmong(entries: readonly (SpoolEntry & { readonly stage: SpoolStage })[]): OpenRequest[] {
  const last = new Map(entries.map((entry) => [entry.subagentId, entry]));
  const isOver = (entry: (typeof entries)[number]) =>
    entry.stage === "published" || (entry.stage === "decided" && last.get(entry.subagentId) !== entry);
  return entries.filter((entry): entry is OpenRequest => !isOver(entry));
}

const shown = 50;

/** Names, in bounds, what the next watcher has to go on with. */
export function logLeftOpen({ log }: Host, outbox: KnownOutbox): void {
  const open = leftOpen(outbox);
  if (open.length === 0) return;
  const requests = open.slice(0, shown).map(({ subagentId, requestId, stage }) => ({
    subagent_id: subagentId,
    request_id: requestId,
    stage,
  }));
  log({ level: "warn", event: "left_open", outbox: outbox.config.name, count: open.length, requests });
}
