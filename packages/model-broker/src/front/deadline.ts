/**
 * Tells once when nothing was heard for so long. A timer may fire a moment before the clock says so, and what is
 * heard only moves the time on: whoever wakes too early sleeps for what is left.
 */
export class Deadline {
  readonly #ms: number;
  readonly #tell: () => void;
  #at: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, tell: () => void) {
    this.#ms = ms;
    this.#tell = tell;
    this.#at = performance.now() + ms;
    this.#sleep();
  }

  /** Something was heard: the time begins anew. */
  heard(): void {
    this.#at = performance.now() + this.#ms;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #sleep(): void {
    const left = Math.max(1, Math.ceil(this.#at - performance.now()));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (performance.now() < this.#at) this.#sleep();
      else this.#tell();
    }, left);
  }
}
