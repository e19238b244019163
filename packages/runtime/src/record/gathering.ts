import { setTimeout as delay } from "node:timers/promises";

// What is written as a whole takes a fifth of the time at most, however large it has become.
const restFactor = 4;

/**
 * Writes together what comes at the same time: one batch at a time, and after each a rest in proportion to what it
 * took. What comes alone is written at once.
 */
export class Gathering<T> {
  readonly #write: (items: readonly T[]) => Promise<void>;
  readonly #closing: AbortSignal;
  #waiting: T[] = [];
  #next: Promise<void> | undefined;
  #current: Promise<void> = Promise.resolve();
  #restsUntil = 0;

  /** @param closing Once it is aborted, nothing rests any more. */
  constructor(closing: AbortSignal, write: (items: readonly T[]) => Promise<void>) {
    this.#closing = closing;
    this.#write = write;
  }

  /** Resolves when the item is written; rejects when its batch could not be. */
  add(item: T): Promise<void> {
    this.#waiting.push(item);
    return (this.#next ??= this.#writeNext());
  }

  async #writeNext(): Promise<void> {
    await this.#current;
    const rest = this.#restsUntil - performance.now();
    if (rest > 0) await delay(rest, undefined, { signal: this.#closing }).catch(() => {});
    const items = this.#waiting;
    this.#waiting = [];
    this.#next = undefined;
    const began = performance.now();
    const writing = this.#write(items).finally(() => {
      const now = performance.now();
      this.#restsUntil = now + restFactor * (now - began);
    });
    this.#current = writing.catch(() => {});
    return writing;
  }
}
