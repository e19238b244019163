import { join } from "node:path";
import { isMarked, unmark, type SpoolEntry, type SpoolStage } from "@retinue/delegation-protocol/host";
import { directoriesIn } from "../spool/spool-directory.ts";
import { giveBack } from "./give-back.ts";
import type { Host, KnownOutbox } from "./host.ts";
import { leftOpen, type OpenRequest } from "./left-open.ts";
import { RequestWork } from "./request-work.ts";
import { clear, conclude } from "./settle.ts";
import { adopted } from "./take-up.ts";
import type { WorkQueue } from "./work-queue.ts";

/** An outbox that was served once and is not configured any more, with what of it has to be ended. */
export interface Unconfigured {
  readonly outbox: KnownOutbox;
  readonly entries: readonly OpenRequest[];
}

/** Finds the outboxes of which only the records are left, and says what is open there. */
export function unconfiguredOutboxes({ config, log }: Pick<Host, "config" | "log">): Unconfigured[] {
  const configured = new Set(config.outboxes.map(({ name }) => name));
  const directory = outboxesDirectory(config.spool);
  const names = directoriesIn(directory).filter((name) => !configured.has(name));
  return names.flatMap((name) => {
    const exchange = { spool: join(directory, name) };
    const outbox = { config: { name, workspace_roots: [] }, exchange };
    const open = leftOpen(outbox);
    if (open.length === 0) return [];
    const running = open.filter(({ stage }) => stage === "going").length;
    const remedy =
      "Configure it again to have its requests answered: what runs is only waited for, and its answer kept. " +
      `Once it has ended, remove ${exchange.spool} to forget them.`;
    log({ level: "warn", event: "outbox_unconfigured", outbox: name, open: open.length, running, remedy });
    const entries = open.filter(
      (entry) => entry.stage === "going" || (entry.stage === "claimed" && isMarked(exchange, entry, "lent")),
    );
    return [{ outbox, entries }];
  });
}

/**
 * Ends what was begun for an outbox that is not configured any more: a run is waited for and its answer decided,
 * and its workspace is given back. Nothing is begun, and nothing written where the watcher is not to be.
 */
export function endBegun(host: Host, queue: WorkQueue, { outbox, entries }: Unconfigured): RequestWork {
  const work = new RequestWork(host, queue, outbox);
  for (const entry of entries) {
    work.add({
      entry,
      isCancelled: () => false,
      perform: (stage, signal) => endOne(host, outbox, { ...entry, stage }, signal),
    });
  }
  return work;
}

async function endOne(
  host: Host,
  outbox: KnownOutbox,
  entry: SpoolEntry & { readonly stage: SpoolStage },
  signal: AbortSignal,
): Promise<void> {
  const outcome = entry.stage === "going" ? await adopted(host, outbox, entry, signal) : undefined;
  if (outcome === undefined) {
    await giveBack(host, outbox, entry);
    unmark(outbox.exchange, entry, "lent");
  } else {
    await conclude(host, outbox, entry, outcome);
  }
  await clear(host, outbox, entry);
}

/** Where the records of every outbox lie. */
export function outboxesDirectory(spool: string): string {
  return join(spool, "outboxes");
}
