/**
 * A value that changes, for any number of readers: each gets it as it is when it looks, and not what was outdated
 * by then. A reader that throws ends its own reading only.
 */
export class ProgressFeed<T> {
  readonly #load: () => Promise<T>;
  #changed = Promise.withResolvers<void>();
  #changes = 0;
  #isClosed = false;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  change(): void {
    this.#changes += 1;
    this.#wake();
  }

  /** Ends every reading, once the last change has been read. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** Ends when the feed is closed or `signal` is aborted. */
  async *read(signal?: AbortSignal): AsyncGenerator<T, void, undefined> {
    const wake = () => this.#wake();
    signal?.addEventListener("abort", wake, { once: true });
    try {
      let seen = 0;
      for (;;) {
        if (signal?.aborted === true) return;
        if (this.#changes > seen) {
          seen = this.#changes;
          // What cannot be read now is read at the next change.
          const loaded = await this.#load().then(
            (value) => ({ value }),
            () => undefined,
          );
          if (loaded !== undefined) yield loaded.value;
        } else if (this.#isClosed) {
          return;
        } else {
          await this.#changed.promise;
        }
      }
    } finally {
      signal?.removeEventListener("abort", wake);
    }
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}
