import {
  spoolEntries,
  type Records,
  type SpoolEntry,
  type SpoolStage,
} from "@retinue/delegation-protocol/host";
import type { Host } from "./host.ts";
import type { Outbox } from "./outbox.ts";

/** A request that was claimed and whose response is not published. */
export interface PendingRequest extends SpoolEntry {
  readonly stage: Exclude<SpoolStage, "published">;
}

/** What an outbox's records say is pending, in order of arrival. */
export function pendingRequests(records: Records): PendingRequest[] {
  return pendingAmong(spoolEntries(records));
}

/**
 * Of all requests in order of arrival those that are pending. A response that was not published is over once its
 * subagent was asked something else: MassGen's parent would take it for the answer to that.
 */
export function pendingAmong(
  entries: readonly (SpoolEntry & { readonly stage: SpoolStage })[],
): PendingRequest[] {
  const last = new Map(entries.map((entry) => [entry.subagentId, entry]));
  const isOver = (entry: (typeof entries)[number]) =>
    entry.stage === "published" || (entry.stage === "decided" && last.get(entry.subagentId) !== entry);
  return entries.filter((entry): entry is PendingRequest => !isOver(entry));
}

// Of those that are named in one event.
const maxShown = 50;

/** Names, in bounds, what the next watcher has to go on with. */
export function logPending({ log }: Pick<Host, "log">, { name, records }: Outbox): void {
  const pending = pendingRequests(records);
  if (pending.length === 0) return;
  const requests = pending.slice(0, maxShown).map(({ subagentId, requestId, stage }) => ({
    subagent_id: subagentId,
    request_id: requestId,
    stage,
  }));
  log({ level: "warn", event: "left_pending", outbox: name, count: pending.length, requests });
}
