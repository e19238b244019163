import type { WrapUpCall } from "../contract/agent-backend.ts";

/** Of the time that is left: until whoever was told and goes on is interrupted, and for what comes after the last word. */
const parts = { patience: 0.35, after: 0.12 } as const;
/** Milliseconds for what comes after the last word: the answer is written, programs end. */
const after = { least: 300, most: 3000 } as const;
/** More than a timer takes would fire at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * The end of a run, announced: its agents are to finish with what they have. Begins once, at most; whoever asks
 * later changes nothing.
 */
export class WrapUp implements WrapUpCall, Disposable {
  readonly #asked = new AbortController();
  readonly #overdue = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  #until: number | undefined;
  #words = "";

  get asked(): AbortSignal {
    return this.#asked.signal;
  }

  get overdue(): AbortSignal {
    return this.#overdue.signal;
  }

  text(): string {
    const left = this.#until === undefined ? 0 : Math.max(1, Math.round((this.#until - Date.now()) / 1000));
    return (
      `Your time is up: the run ends in about ${left} s. Stop looking around and use no more tools. Give what you ` +
      `were asked for now, briefly, with what you have, and say what is missing.${this.#words}`
    );
  }

  /**
   * @param until Unix milliseconds: when the run will be stopped.
   * @param words Of whoever asks for it.
   */
  begin(until: number, words = ""): void {
    if (this.#until !== undefined) return;
    this.#words = words.trim() === "" ? "" : `\n\nWhoever ends it says: ${words.trim()}`;
    const left = Math.max(0, until - Date.now());
    const reserve = Math.min(Math.max(left * parts.after, after.least), after.most);
    this.#until = until - reserve;
    this.#later(left * parts.patience, () => this.#overdue.abort());
    this.#asked.abort();
  }

  /** Calls back at a time in Unix milliseconds, unless the run is over by then. */
  at(time: number, begins: () => void): void {
    this.#later(time - Date.now(), begins);
  }

  [Symbol.dispose](): void {
    this.#timers.forEach(clearTimeout);
  }

  #later(milliseconds: number, what: () => void): void {
    if (milliseconds > longestTimer) return;
    this.#timers.push(setTimeout(what, Math.max(0, milliseconds)));
  }
}
