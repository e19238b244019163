const minute = 60_000;

/** So many a minute; the next one waits until the oldest is a minute old. */
export class RateLimit {
  readonly #perMinute: number;
  #taken: number[] = [];

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  take(now = performance.now()): boolean {
    const recent = this.#taken.findIndex((at) => now - at < minute);
    this.#taken = recent === -1 ? [] : this.#taken.slice(recent);
    if (this.#taken.length >= this.#perMinute) return false;
    this.#taken.push(now);
    return true;
  }
}
