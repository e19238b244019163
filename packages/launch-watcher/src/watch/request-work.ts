import { isMarked, spoolStage, type SpoolEntry, type SpoolStage } from "@retinue/delegation-protocol/host";
import type { Host, KnownOutbox } from "./host.ts";
import { logged } from "./logged.ts";
import { occupyAnew } from "./occupy.ts";
import type { WorkQueue } from "./work-queue.ts";

const retryMilliseconds = 2000;
const maxRetryMilliseconds = 60_000;
// With the waits between them a minute and a half, for an engine that is away for a moment.
const awaitedTries = 10;

/** What is to be done about one request. */
export interface Task {
  readonly entry: SpoolEntry;
  /** Whether the parent wants it stopped before it is begun. */
  readonly isCancelled: () => boolean;
  /** @param stage Where the request stands, `signal` is aborted when the parent wants it stopped. */
  readonly perform: (stage: SpoolStage, signal: AbortSignal) => Promise<void>;
}

/** Works on the requests of one outbox, each in its turn, and again after a while when that failed. */
export class RequestWork {
  readonly #host: Host;
  readonly #queue: WorkQueue;
  readonly #outbox: KnownOutbox;
  readonly #active = new Map<string, Set<AbortController>>();
  #stopped = false;

  constructor(host: Host, queue: WorkQueue, outbox: KnownOutbox) {
    this.#host = host;
    this.#queue = queue;
    this.#outbox = outbox;
  }

  add(task: Task, attempt = 1): void {
    const { entry } = task;
    const { ending } = this.#host;
    const abort = new AbortController();
    const active = this.#active.get(entry.subagentId) ?? new Set();
    this.#active.set(entry.subagentId, active.add(abort));
    if (task.isCancelled()) abort.abort();
    const { exchange } = this.#outbox;
    const stage = spoolStage(exchange, entry);
    const isLent = stage === "claimed" && isMarked(exchange, entry, "lent");
    if (stage === "going" || isLent) occupyAnew(this.#host, this.#outbox, entry);
    this.#queue.add(this.#outbox.config.name, async () => {
      try {
        // Nothing of it has run: it is the next watcher's.
        if (stage !== "claimed" || !ending.aborted) await task.perform(stage, abort.signal);
      } catch (error) {
        const reason = (error as Error).message;
        this.#host.log({ level: "error", event: "failed", ...logged(this.#outbox, entry), reason });
        this.#again(task, attempt);
      } finally {
        active.delete(abort);
        if (active.size === 0) this.#active.delete(entry.subagentId);
      }
    });
  }

  /** Stops the runs of a subagent. Says whether there was one that was not stopped before. */
  cancel(subagentId: string): boolean {
    const running = [...(this.#active.get(subagentId) ?? [])].filter(({ signal }) => !signal.aborted);
    for (const abort of running) abort.abort();
    return running.length > 0;
  }

  /** Nothing is tried again any more. */
  stop(): void {
    this.#stopped = true;
  }

  /** Goes on with a request where it stands, after a while that gets longer. */
  #again(task: Task, attempt: number): void {
    // What does not run has time until the next watcher.
    if (this.#host.ending.aborted && spoolStage(this.#outbox.exchange, task.entry) !== "going") return;
    const goOn = () => {
      if (!this.#stopped) this.add(task, attempt + 1);
    };
    const milliseconds = Math.min(retryMilliseconds * attempt, maxRetryMilliseconds);
    this.#queue.later(goOn, { milliseconds, awaited: attempt < awaitedTries });
  }
}
