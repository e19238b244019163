import { join } from "node:path";
import type { Host } from "../request/host.ts";
import type { Outbox } from "../request/outbox.ts";
import { pendingRequests, type PendingRequest } from "../request/pending-requests.ts";
import { RequestRecord } from "../request/request-record.ts";
import { directoriesIn } from "../spool/spool-directory.ts";

/** An outbox that was served once and is not configured any more, with what of it was begun. */
export interface OrphanedOutbox {
  readonly outbox: Outbox;
  /** Ended by the watcher: a run is waited for and its answer decided, and its workspace is given its owner again. */
  readonly begun: readonly PendingRequest[];
}

/** Finds the outboxes of which only the records are left, and says what is pending there. */
export function orphanedOutboxes(
  host: Pick<Host, "config" | "launcher" | "log" | "confirm">,
): OrphanedOutbox[] {
  const configured = new Set(host.config.outboxes.map(({ name }) => name));
  const directory = outboxesDirectory(host.config.spool);
  const names = directoriesIn(directory).filter((name) => !configured.has(name));
  return names.flatMap((name) => {
    const spool = join(directory, name);
    const outbox: Outbox = { name, records: { spool, confirm: host.confirm }, service: undefined };
    const pending = pendingRequests(outbox.records);
    if (pending.length === 0) return [];
    const running = pending.filter(({ stage }) => stage === "going").length;
    const remedy =
      "Configure it again to have its requests answered: what runs is only waited for, and its answer kept. " +
      `Once it has ended, remove ${spool} to forget them.`;
    const open = pending.length;
    host.log({ level: "warn", event: "outbox_orphaned", outbox: name, open, running, remedy });
    return [{ outbox, begun: pending.filter((entry) => new RequestRecord(host, outbox, entry).isBegun) }];
  });
}

/** Where the records of every outbox lie. */
export function outboxesDirectory(spool: string): string {
  return join(spool, "outboxes");
}
