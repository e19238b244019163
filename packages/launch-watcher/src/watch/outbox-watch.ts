import {
  claimRequest,
  isCancelRequested,
  listOutbox,
  requestBytes,
  spoolEntries,
  spoolStage,
  type SpoolEntry,
} from "@retinue/delegation-protocol/host";
import type { Host, OpenOutbox } from "./host.ts";
import { openAmong } from "./left-open.ts";
import { logged } from "./logged.ts";
import { outboxHints, type OutboxHints } from "./outbox-hints.ts";
import { RateLimit } from "./rate-limit.ts";
import { RequestWork } from "./request-work.ts";
import { settle, tell } from "./settle.ts";
import { takeUp } from "./take-up.ts";
import { Unpublished } from "./unpublished.ts";
import type { WorkQueue } from "./work-queue.ts";

// Notifications are hints: they are lost under a flood. The scan is the truth.
const scanMilliseconds = 2000;
const maxEntries = 20_000;
// A parent that floods its outbox gets a small share of the time.
const restAfterLook = 4;
const maxWaiting = 256;
const megabyte = 1024 * 1024;

/** Watches one outbox: takes requests in order of arrival, and passes on cancels. */
export class OutboxWatch {
  readonly outbox: OpenOutbox;
  /** Whether it takes what the last look did not see. */
  takesNew = true;
  readonly #host: Host;
  readonly #queue: WorkQueue;
  readonly #rate: RateLimit;
  readonly #work: RequestWork;
  readonly #unpublished: Unpublished;
  #taken = 0;
  #keptBytes = 0;
  #saidFull = false;
  #saidCrowded = false;
  #saidUnreadable = false;
  #hints: OutboxHints | undefined;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #lying = new Set<string>();
  #lookTook = 0;
  #stopped = false;

  constructor(host: Host, queue: WorkQueue, outbox: OpenOutbox) {
    this.#host = host;
    this.#queue = queue;
    this.outbox = outbox;
    this.#work = new RequestWork(host, queue, outbox);
    this.#unpublished = new Unpublished(host, outbox);
    this.#rate = new RateLimit(outbox.config.max_per_minute);
  }

  /** Takes up what was left, then watches. */
  start(): void {
    const entries = spoolEntries(this.outbox.exchange);
    this.#taken = entries.length;
    for (const entry of entries) this.#keptBytes += requestBytes(this.outbox.exchange, entry);
    const open = new Set<SpoolEntry>(openAmong(entries));
    for (const [index, entry] of entries.entries()) {
      if (open.has(entry)) this.#add(entry, { over: index >= this.outbox.config.max_requests });
    }
    this.#hints = outboxHints(this.outbox.exchange.outbox, {
      hint: () => this.#hint(),
      lost: (reason) => this.#log("warn", "hints_lost", { reason }),
    });
    this.#timer = setInterval(() => this.look(), scanMilliseconds);
    this.look();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    this.#work.stop();
    this.#unpublished.stop();
    this.#hints?.close();
  }

  /** How many requests lie there that it takes and has not taken, by the last look. */
  get lying(): number {
    return this.#lying.size;
  }

  /** One bounded look at what lies in the outbox. Once the watcher is to end only cancels count. */
  look(): void {
    if (this.#stopped) return;
    const began = performance.now();
    try {
      const { requests, cancels, truncated } = listOutbox(this.outbox.exchange, { maxEntries });
      // Each once: a parent makes the watcher look as often as it likes.
      if (truncated && !this.#saidCrowded) this.#log("warn", "outbox_crowded", { looked_at: maxEntries });
      this.#saidCrowded = truncated;
      for (const subagentId of cancels) {
        if (this.#work.cancel(subagentId)) this.#log("info", "cancel", { subagent_id: subagentId });
      }
      if (this.#host.ending.aborted) return;
      const wanted = this.takesNew ? requests : requests.filter((id) => this.#lying.has(id));
      this.#lying = new Set(wanted);
      for (const subagentId of wanted) {
        if (this.#isSpoolFull()) return;
        if (this.#queue.waitingFor(this.outbox.config.name) >= maxWaiting || !this.#rate.take()) return;
        this.#claim(subagentId);
      }
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

  /** A parent must not take the spool's disk from the others. */
  #isSpoolFull(): boolean {
    const { max_spool_mb } = this.outbox.config;
    const full = this.#keptBytes > max_spool_mb * megabyte;
    if (full && !this.#saidFull) this.#log("error", "spool_full", { max_spool_mb });
    this.#saidFull = full;
    return full;
  }

  #hint(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.look();
    }, this.#lookTook * restAfterLook);
  }

  #claim(subagentId: string): void {
    const claim = claimRequest(this.outbox.exchange, subagentId);
    this.#lying.delete(subagentId);
    if (claim.outcome === "gone") return;
    if (claim.outcome === "refused") {
      return this.#log("warn", "refused", { subagent_id: subagentId, reason: claim.reason });
    }
    const { entry } = claim;
    if (claim.outcome === "claimed") {
      this.#unpublished.forget(subagentId);
      this.#taken += 1;
      this.#keptBytes += requestBytes(this.outbox.exchange, entry);
      this.#host.log({ level: "info", event: "claimed", ...logged(this.outbox, entry) });
      return this.#add(entry, { over: this.#taken > this.outbox.config.max_requests });
    }
    this.#host.log({ level: "warn", event: "replayed", ...logged(this.outbox, entry) });
    // One that is being worked on is answered in time; one that is decided is told again.
    const stage = spoolStage(this.outbox.exchange, entry);
    if (stage === "published" || stage === "decided") tell(this.#host, this.outbox, entry);
  }

  /** @param over Whether it came when the outbox had used up its requests: that is known when it comes. */
  #add(entry: SpoolEntry, { over }: { over: boolean }): void {
    const [host, outbox] = [this.#host, this.outbox];
    this.#work.add({
      entry,
      isCancelled: () => isCancelRequested(outbox.exchange, entry.subagentId),
      perform: async (stage, signal) => {
        if (over && stage === "claimed") await settle(host, outbox, entry, this.#tooMany());
        else await takeUp(host, outbox, { ...entry, stage }, signal);
        // An outbox that takes no response now may take it later.
        if (spoolStage(outbox.exchange, entry) === "decided") this.#unpublished.add(entry);
      },
    });
  }

  #tooMany() {
    const { name, max_requests } = this.outbox.config;
    const stderr = `The outbox ${name} has used up its ${max_requests} requests. Its operator may raise max_requests.`;
    return { status: "error" as const, stderr };
  }

  #log(level: "info" | "warn" | "error", event: string, details: Record<string, unknown>): void {
    this.#host.log({ level, event, outbox: this.outbox.config.name, ...details });
  }
}
