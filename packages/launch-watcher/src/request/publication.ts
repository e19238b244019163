import { publish } from "@retinue/delegation-protocol/host";
import type { Host } from "./host.ts";
import type { Outbox } from "./outbox.ts";
import type { RequestRecord } from "./request-record.ts";

interface Tries {
  readonly tries: number;
  /** Doubled after each. */
  readonly firstMilliseconds: number;
}

// Over half an hour: an operator sees a full disk. A parent that breaks its own outbox costs no more than this.
const patient: Tries = { tries: 10, firstMilliseconds: 2000 };

const remedy =
  "See to the outbox. It is tried again for half an hour, then when its request is put again or a watcher starts.";

/**
 * Gives a parent the response that was decided. Where its outbox does not take it, that is tried again so many
 * times; then it stays in the spool, and is published when its request is put again or when a watcher starts.
 */
export class Publication implements Disposable {
  readonly #host: Pick<Host, "log">;
  readonly #outbox: Outbox;
  readonly #record: RequestRecord;
  readonly #tries: Tries;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #whenOver: (() => void) | undefined;

  constructor(host: Pick<Host, "log">, outbox: Outbox, record: RequestRecord, tries = patient) {
    this.#host = host;
    this.#outbox = outbox;
    this.#record = record;
    this.#tries = tries;
  }

  /** Whether it is to be tried again. */
  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  /** Calls back once it is not tried again any more: at once, where that is so. */
  onceOver(what: () => void): void {
    if (this.isPending) this.#whenOver = what;
    else what();
  }

  /** Publishes now, also what was published before. An outbox that is not served gets it when it is again. */
  now(): void {
    const { service } = this.#outbox;
    if (service === undefined) return;
    const publication = publish(service.exchange, this.#record.entry);
    if (publication.published) return this.#end();
    const { reason } = publication;
    this.#host.log({ level: "error", event: "unpublished", ...this.#record.logged, reason, remedy });
    this.#again(0);
  }

  /** For good: the parent asks for something else, and a late response would be in its way; or the watcher ends. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#end();
  }

  #again(tried: number): void {
    if (this.#isOver || tried === this.#tries.tries) return this.#end();
    clearTimeout(this.#timer);
    const next = () => (this.#isPublished() ? this.#end() : this.#again(tried + 1));
    this.#timer = setTimeout(next, this.#tries.firstMilliseconds * 2 ** tried).unref();
  }

  #isPublished(): boolean {
    const { service } = this.#outbox;
    try {
      if (this.#record.stage === "published") return true;
      return service !== undefined && publish(service.exchange, this.#record.entry).published;
    } catch (error) {
      const reason = (error as Error).message;
      this.#host.log({ level: "error", event: "failed", ...this.#record.logged, reason });
      return false;
    }
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const whenOver = this.#whenOver;
    this.#whenOver = undefined;
    whenOver?.();
  }
}
