import type { SimplifiedStatus, SubagentResult } from "@retinue/status-model";
import { ProgressFeed } from "./progress-feed.ts";

/** Any time longer than a run. */
const holdMs = 2 ** 30;

/** What those who wait for a run are told: where it stands, then its result, once. */
export class Delivery implements Disposable {
  readonly result: Promise<SubagentResult>;
  readonly progress: ProgressFeed<SimplifiedStatus>;
  readonly #delivered = Promise.withResolvers<SubagentResult>();
  /** What was told, once it was. */
  delivered: SubagentResult | undefined;
  #hold: NodeJS.Timeout | undefined;

  /** @param status Where the run stands. */
  constructor(status: () => Promise<SimplifiedStatus>) {
    this.progress = new ProgressFeed(status);
    this.result = this.#delivered.promise;
  }

  /** A program that awaits the result and does nothing else must not end before it comes. */
  holdProcess(): void {
    this.#hold ??= setInterval(() => {}, holdMs);
  }

  deliver(result: SubagentResult): void {
    this[Symbol.dispose]();
    this.delivered ??= result;
    this.#delivered.resolve(result);
  }

  /** Nothing more will be told, unless a result comes all the same. */
  [Symbol.dispose](): void {
    clearInterval(this.#hold);
    this.progress.close();
  }
}
