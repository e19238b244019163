import {
  claimRequest,
  isCancelRequested,
  listOutbox,
  spoolEntries,
  type SpoolEntry,
} from "@retinue/delegation-protocol/host";
import { watch, type FSWatcher } from "chokidar";
import type { Host, OpenOutbox } from "./host.ts";
import { RateLimit } from "./rate-limit.ts";
import { finish, logged, settle } from "./settle.ts";
import { takeUp } from "./take-up.ts";
import type { WorkQueue } from "./work-queue.ts";

// Notifications are hints: they are lost under a flood. The scan is the truth.
const scanMilliseconds = 2000;
const retryMilliseconds = 5000;
const maxEntries = 20_000;
// A parent that floods its outbox gets a small share of the time.
const restAfterLook = 4;
const maxWaiting = 256;

/** Watches one outbox: takes requests in order of arrival, and passes on cancels. */
export class OutboxWatch {
  readonly outbox: OpenOutbox;
  readonly #host: Host;
  readonly #queue: WorkQueue;
  readonly #rate: RateLimit;
  readonly #active = new Map<string, Set<AbortController>>();
  #taken = 0;
  #hints: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #lookTook = 0;
  #stopped = false;

  constructor(host: Host, queue: WorkQueue, outbox: OpenOutbox) {
    this.#host = host;
    this.#queue = queue;
    this.outbox = outbox;
    this.#rate = new RateLimit(outbox.config.max_per_minute);
  }

  /** Takes up what was left, then watches. */
  start(): void {
    const entries = spoolEntries(this.outbox.exchange);
    this.#taken = entries.length;
    for (const entry of entries) {
      if (entry.stage !== "published") this.#add(entry);
    }
    this.#hints = watch(this.outbox.exchange.outbox, {
      depth: 0,
      followSymlinks: false,
      ignoreInitial: true,
    });
    this.#hints.on("all", () => this.#hint());
    this.#hints.on("error", (error) => this.#log("warn", "hints_lost", { reason: String(error) }));
    this.#timer = setInterval(() => this.look(), scanMilliseconds);
    this.look();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    await this.#hints?.close();
  }

  /** One bounded look at what lies in the outbox. */
  look(): void {
    if (this.#stopped) return;
    const began = performance.now();
    try {
      const { requests, cancels, truncated } = listOutbox(this.outbox.exchange, { maxEntries });
      if (truncated) this.#log("warn", "outbox_crowded", { looked_at: maxEntries });
      for (const subagentId of cancels) this.#cancel(subagentId);
      for (const subagentId of requests) {
        if (this.#queue.waitingFor(this.outbox.config.name) >= maxWaiting || !this.#rate.take()) return;
        this.#claim(subagentId);
      }
    } catch (error) {
      // The parent may have broken its own outbox; the others go on.
      this.#log("error", "outbox_unreadable", { reason: (error as Error).message });
    } finally {
      this.#lookTook = performance.now() - began;
    }
  }

  #hint(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.look();
    }, this.#lookTook * restAfterLook);
  }

  #claim(subagentId: string): void {
    const claim = claimRequest(this.outbox.exchange, subagentId);
    if (claim.outcome === "gone") return;
    if (claim.outcome === "refused") {
      return this.#log("warn", "refused", { subagent_id: subagentId, reason: claim.reason });
    }
    const { entry } = claim;
    if (claim.outcome === "claimed") {
      this.#taken += 1;
      this.#host.log({ level: "info", event: "claimed", ...logged(this.outbox, entry) });
      return this.#add({ ...entry, stage: "claimed" });
    }
    this.#host.log({ level: "warn", event: "replayed", ...logged(this.outbox, entry) });
    // One that is being worked on is answered in time; one that was decided is told again.
    const known = spoolEntries(this.outbox.exchange).find((each) => keyOf(each) === keyOf(entry));
    if (known?.stage === "published" || known?.stage === "decided")
      this.#work(entry, () => finish(this.#host, this.outbox, entry));
  }

  #add(entry: Parameters<typeof takeUp>[2]): void {
    const abort = new AbortController();
    const active = this.#active.get(entry.subagentId) ?? new Set();
    this.#active.set(entry.subagentId, active.add(abort));
    if (isCancelRequested(this.outbox.exchange, entry.subagentId)) abort.abort();
    const over = this.#taken > this.outbox.config.max_requests;
    this.#work(entry, async () => {
      try {
        if (over && entry.stage === "claimed") await settle(this.#host, this.outbox, entry, this.#tooMany());
        else await takeUp(this.#host, this.outbox, entry, abort.signal);
      } finally {
        active.delete(abort);
        if (active.size === 0) this.#active.delete(entry.subagentId);
      }
    });
  }

  #tooMany() {
    const { name, max_requests } = this.outbox.config;
    const stderr = `The outbox ${name} has used up its ${max_requests} requests. Its operator may raise max_requests.`;
    return { status: "error" as const, stderr };
  }

  /** Work that is tried again while the engine cannot be reached. */
  #work(entry: SpoolEntry, run: () => Promise<void>): void {
    this.#queue.add(this.outbox.config.name, async () => {
      try {
        await run();
      } catch (error) {
        this.#log("error", "failed", { ...logged(this.outbox, entry), reason: (error as Error).message });
        if (!this.#stopped) setTimeout(() => this.#again(entry), retryMilliseconds).unref();
      }
    });
  }

  #again(entry: SpoolEntry): void {
    const known = spoolEntries(this.outbox.exchange).find((each) => keyOf(each) === keyOf(entry));
    if (known !== undefined && known.stage !== "published" && !this.#stopped) this.#add(known);
  }

  #cancel(subagentId: string): void {
    for (const abort of this.#active.get(subagentId) ?? []) abort.abort();
  }

  #log(level: "info" | "warn" | "error", event: string, details: Record<string, unknown>): void {
    this.#host.log({ level, event, outbox: this.outbox.config.name, ...details });
  }
}

function keyOf({ subagentId, requestId }: SpoolEntry): string {
  return `${subagentId}.${requestId}`;
}
