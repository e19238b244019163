import type { Outcome } from "@retinue/delegation-protocol";
import { isCancelRequested, type SpoolEntry } from "@retinue/delegation-protocol/host";
import { DelegatedRequest } from "../request/delegated-request.ts";
import type { Host } from "../request/host.ts";
import type { Outbox } from "../request/outbox.ts";
import { Publication } from "../request/publication.ts";
import { RequestRecord } from "../request/request-record.ts";
import type { WorkQueue } from "./work-queue.ts";

const retryMilliseconds = 2000;
const maxRetryMilliseconds = 60_000;
// With the waits between them a minute and a half, for an engine that is away for a moment.
const awaitedTries = 10;

/** Works on the requests of one outbox, each in its turn, and again after a while when that failed. */
export class OutboxRequests implements Disposable {
  readonly #host: Host;
  readonly #queue: WorkQueue;
  readonly #outbox: Outbox;
  /** By subagent. */
  readonly #active = new Map<string, DelegatedRequest[]>();
  #isOver = false;

  constructor(host: Host, queue: WorkQueue, outbox: Outbox) {
    this.#host = host;
    this.#queue = queue;
    this.#outbox = outbox;
  }

  /** Takes a request on, unless it is worked on already. */
  add(entry: SpoolEntry, refusal?: Outcome): void {
    const earlier = this.#of(entry.subagentId);
    if (earlier.some(({ record }) => record.entry.requestId === entry.requestId)) return;
    // Of two responses to one subagent its parent waits for the later one.
    for (const each of earlier) each.supersede();
    const request = new DelegatedRequest(this.#host, this.#outbox, entry, refusal);
    this.#active.set(entry.subagentId, [...this.#of(entry.subagentId), request]);
    this.#enqueue(request, 1);
  }

  /** Takes on what has to be undone or waited for, and nothing that would begin. */
  addBegun(entry: SpoolEntry): void {
    if (new RequestRecord(this.#host, this.#outbox, entry).isBegun) this.add(entry);
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#queue.waitingFor(this.#outbox.name);
  }

  /** Stops the requests of a subagent. Says whether there was one that was not stopped before. */
  cancel(subagentId: string): boolean {
    return this.#of(subagentId).filter((request) => request.cancel()).length > 0;
  }

  /**
   * Gives a parent again what was decided about a request that it has put again. One that is worked on is answered
   * in time; one that nobody works on, since its claim failed when it was half made, is taken on.
   */
  replay(entry: SpoolEntry): void {
    const record = new RequestRecord(this.#host, this.#outbox, entry);
    if (record.stage !== "published" && record.stage !== "decided") return this.add(entry);
    using publication = new Publication(this.#host, this.#outbox, record);
    publication.now();
  }

  /** Nothing is tried again any more; what runs is left. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    for (const request of [...this.#active.values()].flat()) this.#forget(request);
  }

  #of(subagentId: string): DelegatedRequest[] {
    return this.#active.get(subagentId) ?? [];
  }

  #forget(request: DelegatedRequest): void {
    const { subagentId } = request.record.entry;
    const others = this.#of(subagentId).filter((each) => each !== request);
    if (others.length > 0) this.#active.set(subagentId, others);
    else this.#active.delete(subagentId);
    request[Symbol.dispose]();
  }

  #enqueue(request: DelegatedRequest, attempt: number): void {
    const { service } = this.#outbox;
    // Also where a cancel is taken away before it is looked for again.
    if (service && isCancelRequested(service.exchange, request.record.entry.subagentId)) request.cancel();
    this.#queue.add(this.#outbox.name, async () => {
      try {
        await request.proceed();
        this.#end(request, service !== undefined);
      } catch (error) {
        this.#fail(request, error as Error, attempt);
      }
    });
  }

  #end(request: DelegatedRequest, wasServed: boolean): void {
    const cameBack = !wasServed && this.#outbox.service !== undefined && !this.#host.ending.aborted;
    if (cameBack && !this.#isOver && request.record.stage !== "published") return this.#enqueue(request, 1);
    request.onceOver(() => this.#forget(request));
  }

  /** Goes on with a request where it stands, after a while that gets longer. */
  #fail(request: DelegatedRequest, { message: reason }: Error, attempt: number): void {
    // Its connection to the engine was cut for that.
    if (this.#isOver) return;
    const { record, state } = request;
    this.#host.log({ level: "error", event: "failed", ...record.logged, state, reason });
    // What does not run has time until the next watcher.
    if (this.#host.ending.aborted && record.stage !== "going") return;
    const milliseconds = Math.min(retryMilliseconds * attempt, maxRetryMilliseconds);
    const goOn = () => !this.#isOver && this.#enqueue(request, attempt + 1);
    this.#queue.later(goOn, { milliseconds, awaited: attempt < awaitedTries });
  }
}
