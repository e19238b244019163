/** A piece of work and the outbox that it counts for. */
interface Work {
  readonly outbox: string;
  readonly run: () => Promise<void>;
}

interface Later {
  readonly what: () => void;
  readonly awaited: boolean;
}

/**
 * Starts work in the order in which it came, so many at once in all and for each outbox. An outbox that
 * has all it may is passed over.
 */
export class WorkQueue {
  readonly #total: number;
  readonly #waiting: Work[] = [];
  readonly #running = new Map<string, number>();
  readonly #each: ReadonlyMap<string, number>;
  readonly #later = new Map<NodeJS.Timeout, Later>();
  #whenIdle: (() => void)[] = [];
  #count = 0;

  constructor(total: number, each: ReadonlyMap<string, number>) {
    this.#total = total;
    this.#each = each;
  }

  /** `run` must not reject. */
  add(outbox: string, run: () => Promise<void>): void {
    this.#waiting.push({ outbox, run });
    this.#start();
  }

  waitingFor(outbox: string): number {
    return this.#waiting.filter((work) => work.outbox === outbox).length;
  }

  /** Does something after a while. `awaited`: whether `idle` waits for it. */
  later(what: () => void, { milliseconds, awaited }: { milliseconds: number; awaited: boolean }): void {
    const timer = setTimeout(() => this.#now(timer), milliseconds).unref();
    this.#later.set(timer, { what, awaited });
  }

  /** Does now what was to be done after a while. */
  hurry(): void {
    const timers = [...this.#later.keys()];
    for (const timer of timers) this.#now(timer);
  }

  /** Resolves when nothing runs, nothing waits, and nothing that is awaited is to be done after a while. */
  async idle(): Promise<void> {
    if (this.#isIdle()) return;
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  /** Drops what waits and what was to be done after a while. Resolves when nothing runs. */
  async stop(): Promise<void> {
    this.#waiting.length = 0;
    for (const timer of this.#later.keys()) clearTimeout(timer);
    this.#later.clear();
    this.#notifyIdle();
    await this.idle();
  }

  #start(): void {
    while (this.#count < this.#total) {
      const next = this.#waiting.findIndex(({ outbox }) => this.#of(outbox) < (this.#each.get(outbox) ?? 1));
      const work = next === -1 ? undefined : this.#waiting.splice(next, 1)[0];
      if (work === undefined) return;
      void this.#do(work);
    }
  }

  async #do({ outbox, run }: Work): Promise<void> {
    this.#count += 1;
    this.#running.set(outbox, this.#of(outbox) + 1);
    await run();
    this.#count -= 1;
    this.#running.set(outbox, this.#of(outbox) - 1);
    this.#start();
    this.#notifyIdle();
  }

  #now(timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    const later = this.#later.get(timer);
    this.#later.delete(timer);
    later?.what();
    this.#notifyIdle();
  }

  #isIdle(): boolean {
    if (this.#count > 0 || this.#waiting.length > 0) return false;
    return ![...this.#later.values()].some(({ awaited }) => awaited);
  }

  #notifyIdle(): void {
    if (!this.#isIdle()) return;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #of(outbox: string): number {
    return this.#running.get(outbox) ?? 0;
  }
}
