import type { Host } from "../request/host.ts";
import { logPending, pendingRequests } from "../request/pending-requests.ts";
import type { Leadership } from "../contain/leadership.ts";
import { leaseLost, type LaunchWatcherError } from "../launch-watcher-error.ts";
import type { SpoolLock } from "../spool/hold-lock.ts";
import { answerPending, type Unanswered } from "./answer-pending.ts";
import { ConfiguredOutbox } from "./configured-outbox.ts";
import { orphanedOutboxes, type OrphanedOutbox } from "./orphaned-outboxes.ts";
import { OutboxRequests } from "./outbox-requests.ts";
import { OutboxWatch } from "./outbox-watch.ts";
import { reap } from "./reap.ts";
import type { Watcher } from "./watcher.ts";
import { WorkQueue } from "./work-queue.ts";

interface Owned {
  readonly ending: AbortController;
  readonly lock: SpoolLock;
  /** Where several watchers may be there. */
  readonly leadership: Leadership | undefined;
}

/** The outboxes of one host, with what the watcher holds for them: all of it is let go of when it ends. */
export class RunningWatcher implements Watcher {
  readonly imageId: string;
  readonly lost: Promise<LaunchWatcherError>;
  readonly #host: Host;
  readonly #owned: Owned;
  readonly #queue: WorkQueue;
  #orphaned: readonly OrphanedOutbox[] = [];
  readonly #watches: OutboxWatch[] = [];
  readonly #orphans: OutboxRequests[] = [];
  #ended: Promise<void> | undefined;

  constructor(host: Host, owned: Owned) {
    const { outboxes, max_concurrent } = host.config;
    this.imageId = host.imageId;
    this.#host = host;
    this.#owned = owned;
    this.lost = this.#endOnceLost(owned.leadership?.lost);
    this.#queue = new WorkQueue(
      max_concurrent,
      new Map(outboxes.map((each) => [each.name, each.max_concurrent])),
    );
  }

  /**
   * Opens the outboxes, and removes what a killed watcher left on the engine for requests that are over.
   *
   * @throws DelegationProtocolError INVALID_DIRECTORY.
   */
  async open(): Promise<void> {
    const host = this.#host;
    for (const config of host.config.outboxes) {
      this.#watches.push(new OutboxWatch(host, this.#queue, new ConfiguredOutbox(host, config)));
    }
    this.#orphaned = orphanedOutboxes(host);
    const watched = this.#watches.map(({ outbox }) => ({ outbox, entries: pendingRequests(outbox.records) }));
    const orphaned = this.#orphaned.map(({ outbox, begun }) => ({ outbox, entries: begun }));
    await reap(host, [...watched, ...orphaned]);
  }

  start(): void {
    for (const { outbox, begun } of this.#orphaned) {
      const requests = new OutboxRequests(this.#host, this.#queue, outbox);
      this.#orphans.push(requests);
      for (const entry of begun) requests.add(entry);
    }
    for (const watch of this.#watches) watch.start();
  }

  answerPending(): Promise<Unanswered> {
    return answerPending(this.#host, this.#queue, this.#watches);
  }

  async stop(running: "wait" | "leave"): Promise<void> {
    this.#owned.ending.abort();
    if (running === "wait") {
      this.#queue.hurry();
      await this.#queue.idle();
    }
    this.#ended ??= this.#end(running);
    await this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop("leave");
  }

  async #endOnceLost(lost: AbortSignal | undefined): Promise<LaunchWatcherError> {
    const reason = await new Promise<Error>((resolve) =>
      lost?.addEventListener("abort", () => resolve(lost.reason), { once: true }),
    );
    await this.stop("leave");
    return leaseLost(reason);
  }

  async #end(running: "wait" | "leave"): Promise<void> {
    for (const each of [...this.#orphans, ...this.#watches]) each[Symbol.dispose]();
    // What waits for the engine ends with its connection.
    this.#host.engine[Symbol.dispose]();
    await this.#queue.stop();
    this.#host.models?.[Symbol.dispose]();
    for (const { outbox } of this.#watches) {
      logPending(this.#host, outbox);
      outbox[Symbol.dispose]();
    }
    this.#owned.lock.release();
    await this.#owned.leadership?.[Symbol.asyncDispose]();
    this.#host.log({ level: "info", event: "stopped", running });
  }
}
