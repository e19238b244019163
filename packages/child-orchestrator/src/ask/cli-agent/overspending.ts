import type { Usage } from "../../contract/agent-backend.ts";

/** Tells when a program that is heard while it works asks further though the budget of its run is spent. */
export class Overspending {
  readonly #cut = new AbortController();
  readonly #spent: AbortSignal;
  #input = 0;

  constructor(spent: AbortSignal) {
    this.#spent = spent;
  }

  /** Aborts at the first further call: the one that was in flight may end, and be the answer. */
  get signal(): AbortSignal {
    return this.#cut.signal;
  }

  /** Says what it has used by now. Only a further call adds to its input. */
  counted({ input_tokens = 0 }: Usage): void {
    if (this.#spent.aborted && input_tokens > this.#input) this.#cut.abort();
    this.#input = input_tokens;
  }
}
