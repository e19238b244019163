import type { OutboxConfig } from "../configure/watcher-config.ts";

type Limits = Pick<OutboxConfig, "max_per_minute" | "max_requests" | "max_spool_mb">;

const minute = 60_000;
const megabyte = 1024 * 1024;

/** What one parent may ask for: so many a minute, so many and so large ones in the lifetime of its outbox. */
export class OutboxQuota {
  readonly #limits: Limits;
  #recent: number[] = [];
  #kept = 0;
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Counts a request that is kept, of so many bytes. Says whether it is one too many. */
  countKept(bytes: number): boolean {
    this.#kept += 1;
    this.#bytes += bytes;
    return this.#kept > this.#limits.max_requests;
  }

  /** Counts one that came now, whatever became of it. */
  countRecent(now = performance.now()): void {
    this.#recent.push(now);
  }

  /** Whether the next one has to wait until the oldest of the last minute is a minute old. */
  isTooFast(now = performance.now()): boolean {
    const since = this.#recent.findIndex((at) => now - at < minute);
    this.#recent = since === -1 ? [] : this.#recent.slice(since);
    return this.#recent.length >= this.#limits.max_per_minute;
  }

  /** A parent must not take the spool's disk from the others. */
  get isFull(): boolean {
    return this.#bytes > this.#limits.max_spool_mb * megabyte;
  }
}
