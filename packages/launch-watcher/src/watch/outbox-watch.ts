import { heartbeatMs } from "@retinue/delegation-protocol";
import { endHeartbeat, listOutbox, showHeartbeat } from "@retinue/delegation-protocol/host";
import type { Host } from "../request/host.ts";
import type { OutboxService } from "../request/outbox.ts";
import type { ConfiguredOutbox } from "./configured-outbox.ts";
import { outboxHints, type OutboxHints } from "./outbox-hints.ts";
import { OutboxIntake } from "./outbox-intake.ts";
import { OutboxRequests } from "./outbox-requests.ts";
import type { WorkQueue } from "./work-queue.ts";

// Notifications are hints: they are lost under a flood. The scan is the truth.
const scanMilliseconds = 2000;
const maxEntries = 20_000;
// A parent that floods its outbox gets a small share of the time.
const restAfterLook = 4;

/** Sees what lies in one outbox: requests, which are claimed, and cancels, which are passed on. */
export class OutboxWatch implements Disposable {
  readonly outbox: ConfiguredOutbox;
  /** Whether it wants what the last look did not see. */
  wantsNew = true;
  readonly #host: Host;
  #saidUnreadable = false;
  readonly #requests: OutboxRequests;
  readonly #intake: OutboxIntake;
  #hints: OutboxHints | undefined;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;
  #unclaimed: ReadonlySet<string> = new Set();
  #lookTook = 0;
  #saidCrowded = false;
  #isOver = false;

  constructor(host: Host, queue: WorkQueue, outbox: ConfiguredOutbox) {
    this.#host = host;
    this.outbox = outbox;
    this.#requests = new OutboxRequests(host, queue, outbox);
    this.#intake = new OutboxIntake(host, outbox, this.#requests);
  }

  /** Goes on with what is pending, then watches. */
  start(): void {
    this.#resume();
    this.#timer = setInterval(() => this.look(), scanMilliseconds);
    this.look();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    this.#tellParent(endHeartbeat);
    this.#hints?.close();
    this.#requests[Symbol.dispose]();
  }

  /** How many requests lie there that it wants and has not claimed, by the last look. */
  get unclaimed(): number {
    return this.#unclaimed.size;
  }

  /** One bounded look at what lies in the outbox. Once the watcher is to end only cancels count. */
  look(): void {
    if (this.#isOver) return;
    const began = performance.now();
    try {
      if (this.outbox.service === undefined && this.outbox.open() !== undefined) this.#resume();
      this.#showHeartbeat();
      if (this.outbox.service !== undefined) this.#lookInto(this.outbox.service);
      this.#saidUnreadable = false;
    } catch (error) {
      // The parent may have broken its own outbox; the others go on. Not by the reason: it may hold a new name.
      const reason = (error as Error).message;
      if (!this.#saidUnreadable) this.#log("error", "outbox_unreadable", { reason });
      this.#saidUnreadable = true;
    } finally {
      this.#lookTook = performance.now() - began;
    }
  }

  #lookInto(service: OutboxService): void {
    const { requests, cancels, truncated } = listOutbox(service.exchange, { maxEntries });
    // Once: a parent makes the watcher look as often as it likes.
    if (truncated && !this.#saidCrowded) this.#log("warn", "outbox_crowded", { looked_at: maxEntries });
    this.#saidCrowded = truncated;
    for (const subagentId of cancels) {
      if (this.#requests.cancel(subagentId)) this.#log("info", "cancel", { subagent_id: subagentId });
    }
    if (this.#host.ending.aborted) return;
    const wanted = this.wantsNew ? requests : requests.filter((id) => this.#unclaimed.has(id));
    this.#unclaimed = this.#intake.claim(service, wanted);
  }

  /** Goes on with what is pending; where the outbox is served, also listens for what comes. */
  #resume(): void {
    const { service } = this.outbox;
    if (!this.#host.ending.aborted) this.#intake.resume();
    if (service === undefined) return;
    this.#hints = outboxHints(service.exchange.outbox, {
      hint: () => this.#hint(),
      lost: (reason) => this.#log("warn", "hints_lost", { reason }),
    });
  }

  #showHeartbeat(): void {
    // A look that this one's change brings about makes no further one.
    if (performance.now() - this.#shownAt < heartbeatMs - scanMilliseconds / 2) return;
    this.#shownAt = performance.now();
    this.#tellParent(showHeartbeat);
  }

  #tellParent(tell: (exchange: OutboxService["exchange"]) => void): void {
    try {
      if (this.outbox.service !== undefined) tell(this.outbox.service.exchange);
    } catch {
      // Its parent, or a full disk, keeps it from being told; what it asks for is done all the same.
    }
  }

  #hint(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.look();
    }, this.#lookTook * restAfterLook);
  }

  #log(level: "info" | "warn" | "error", event: string, details: Record<string, unknown>): void {
    this.#host.log({ level, event, outbox: this.outbox.name, ...details });
  }
}
