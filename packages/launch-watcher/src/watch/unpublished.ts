import { publish, spoolStage, type SpoolEntry } from "@retinue/delegation-protocol/host";
import type { Host, OpenOutbox } from "./host.ts";
import { logged } from "./logged.ts";

interface Tries {
  readonly tries: number;
  /** Doubled after each. */
  readonly firstMilliseconds: number;
}

// Over half an hour: an operator sees a full disk. A parent that breaks its own outbox costs no more than this.
const patient: Tries = { tries: 10, firstMilliseconds: 2000 };

/**
 * Responses that their outbox does not take. Each is tried again so many times; then it stays in the spool,
 * and is published when its request is put again or when a watcher starts.
 */
export class Unpublished {
  readonly #host: Pick<Host, "log">;
  readonly #outbox: OpenOutbox;
  readonly #tries: Tries;
  /** By subagent: of two responses to one subagent its parent waits for the later one. */
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(host: Pick<Host, "log">, outbox: OpenOutbox, tries = patient) {
    this.#host = host;
    this.#outbox = outbox;
    this.#tries = tries;
  }

  /** How many are to be tried again. */
  get trying(): number {
    return this.#timers.size;
  }

  add(entry: SpoolEntry, tried = 0): void {
    const { subagentId } = entry;
    this.forget(subagentId);
    if (tried === this.#tries.tries) return;
    const again = () => {
      this.#timers.delete(subagentId);
      if (!this.#isPublished(entry)) this.add(entry, tried + 1);
    };
    const timer = setTimeout(again, this.#tries.firstMilliseconds * 2 ** tried).unref();
    this.#timers.set(subagentId, timer);
  }

  /** The parent asks for something else: a late response would be in its way. */
  forget(subagentId: string): void {
    clearTimeout(this.#timers.get(subagentId));
    this.#timers.delete(subagentId);
  }

  stop(): void {
    for (const subagentId of this.#timers.keys()) this.forget(subagentId);
  }

  #isPublished(entry: SpoolEntry): boolean {
    const { exchange } = this.#outbox;
    try {
      return spoolStage(exchange, entry) === "published" || publish(exchange, entry).published;
    } catch (error) {
      const reason = (error as Error).message;
      this.#host.log({ level: "error", event: "failed", ...logged(this.#outbox, entry), reason });
      return false;
    }
  }
}
