import { setTimeout as delay } from "node:timers/promises";
import type { UnsentRun, UnsentRuns } from "../keep/unsent-runs.ts";
import { readRunAccount } from "../read/run-account.ts";
import { runSpans } from "../span/run-spans.ts";
import type { OpenExporters } from "./open-exporters.ts";

export interface SendQueueOptions {
  readonly unsent: UnsentRuns;
  /** Loaded when there is something to send. */
  readonly exporters: () => Promise<OpenExporters>;
  /** Whether content may be sent. */
  readonly captures: boolean;
  readonly log: (message: string) => void;
}

/** Sends what was noted, one after the other, and holds nobody up. */
export class SendQueue {
  readonly #options: SendQueueOptions;
  readonly #counted = new Set<string>();
  #sending: Promise<void> = Promise.resolve();
  #hasSaid = false;

  constructor(options: SendQueueOptions) {
    this.#options = options;
  }

  /** Sends what this process has noted, also what could not be sent before. */
  sendOwn(): void {
    this.#enqueue(() => this.#send(this.#options.unsent.own()));
  }

  /** Sends what processes that are gone have noted. */
  sendOthers(): void {
    this.#enqueue(() => this.#options.unsent.ofOthers((notes) => this.#send(notes)));
  }

  /** Waits until all is sent, or given up for now, and for what `last` does; no longer than that. */
  async idle(patienceMs: number, last: () => Promise<void>): Promise<void> {
    const patience = new AbortController();
    const { signal } = patience;
    const done = this.#sending.then(last);
    await Promise.race([done, delay(patienceMs, undefined, { signal }).catch(() => {})]);
    patience.abort();
  }

  #enqueue(act: () => Promise<void>): void {
    this.#sending = this.#sending.then(act).catch((error: unknown) => this.#say(String(error)));
  }

  async #send(notes: readonly UnsentRun[]): Promise<void> {
    for (const note of notes) if (!(await this.#sendOne(note))) return;
  }

  /** Whether to go on: where one cannot be sent just now, no other can. */
  async #sendOne(note: UnsentRun): Promise<boolean> {
    const account = await readRunAccount(note);
    if (account !== undefined) {
      const exporters = await this.#options.exporters();
      const key = `${note.logPath} ${note.run}`;
      if (!this.#counted.has(key)) exporters.count(account);
      this.#counted.add(key);
      const trace = runSpans(account, this.#options.captures);
      const failure = trace && (await exporters.send(trace));
      if (failure !== undefined) this.#say(failure.message);
      if (failure?.retryable === true) return false;
      this.#counted.delete(key);
    }
    note.forget();
    return true;
  }

  #say(reason: string): void {
    if (!this.#hasSaid) this.#options.log(`OpenTelemetry: what was noted could not be sent: ${reason}`);
    this.#hasSaid = true;
  }
}
