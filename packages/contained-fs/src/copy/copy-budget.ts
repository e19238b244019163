import { setImmediate as nextTurn } from "node:timers/promises";
import type { EntryKind } from "../confine/entry-kind.ts";

/** What copying takes at most. All of it has to be said: nothing here is without an end by default. */
export interface CopyLimits {
  /** Bytes that are written. Holes are none. */
  readonly maxBytes: number;
  /** Files, directories and links together. */
  readonly maxEntries: number;
  /** Directories within each other. */
  readonly maxDepth: number;
  /** Time that it may take; what is not copied by then is left out. */
  readonly maxMilliseconds: number;
}

/** What is copied of a tree, where that is not all of it. */
export interface CopyChoice {
  /** Whether an entry is wanted. What is not is passed over, and not said to be left out. Default: all are. */
  readonly wants?: (name: string, kind: EntryKind) => boolean;
  /** Whether files with further hard links are copied: where nobody hostile can have made them. Default: no. */
  readonly hardLinks?: boolean;
}

/** What became of a copy. */
export interface CopyReport {
  readonly files: number;
  /** Bytes that were written. */
  readonly bytes: number;
  /** How many entries were left out. Of a directory that was not entered only itself is counted. */
  readonly leftOut: number;
  /** The first of them, and why. */
  readonly reasons: readonly string[];
}

const maxReasons = 5;
const busyMilliseconds = 5;

/** What is left of the limits while a copy goes on, and what became of it so far. */
export class CopyBudget {
  #bytes: number;
  #entries: number;
  readonly #until: number;
  readonly maxDepth: number;
  readonly choice: Required<CopyChoice>;
  readonly #limits: CopyLimits;
  readonly #reasons: string[] = [];
  #breathed = performance.now();
  #files = 0;
  #leftOut = 0;

  constructor({ wants = () => true, hardLinks = false, ...limits }: CopyLimits & CopyChoice) {
    this.choice = { wants, hardLinks };
    this.#limits = limits;
    this.#bytes = limits.maxBytes;
    this.#entries = limits.maxEntries;
    this.#until = performance.now() + limits.maxMilliseconds;
    this.maxDepth = limits.maxDepth;
  }

  get entriesLeft(): number {
    return this.#entries;
  }

  get bytesLeft(): number {
    return this.#bytes;
  }

  get isLate(): boolean {
    return performance.now() > this.#until;
  }

  /** Lets others go on when this has gone on for a while. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#breathed < busyMilliseconds) return;
    await nextTurn();
    this.#breathed = performance.now();
  }

  takeEntry(): void {
    this.#entries -= 1;
  }

  /** Of a file whose size was found to fit: no more of it is read. */
  takeBytes(count: number): void {
    this.#bytes -= count;
  }

  copied(): void {
    this.#files += 1;
  }

  leaveOut(shown: string, why: string): void {
    this.#leftOut += 1;
    if (this.#reasons.length < maxReasons) this.#reasons.push(`${JSON.stringify(shown)}: ${why}`);
  }

  report(): CopyReport {
    const bytes = this.#limits.maxBytes - this.#bytes;
    return { files: this.#files, bytes, leftOut: this.#leftOut, reasons: this.#reasons };
  }
}
