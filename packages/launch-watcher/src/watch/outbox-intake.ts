import {
  claimRequest,
  requestBytes,
  spoolEntries,
  type Claim,
  type SpoolEntry,
} from "@retinue/delegation-protocol/host";
import type { Outcome } from "@retinue/delegation-protocol";
import type { Host } from "../request/host.ts";
import type { OutboxService } from "../request/outbox.ts";
import { pendingAmong } from "../request/pending-requests.ts";
import type { ConfiguredOutbox } from "./configured-outbox.ts";
import { OutboxQuota } from "./outbox-quota.ts";
import type { OutboxRequests } from "./outbox-requests.ts";

// Of one outbox. What lies there beyond these waits in the outbox.
const maxWaiting = 256;
// In one look, of requests that cannot be claimed: where the spool is full, those are all.
const maxFailures = 64;

/** Claims the requests of one outbox within its limits, and hands them to those who work on them. */
export class OutboxIntake {
  readonly #log: Host["log"];
  readonly #outbox: ConfiguredOutbox;
  readonly #requests: OutboxRequests;
  #quota: OutboxQuota;
  #saidFull = false;
  /** What lies there and could not be claimed. */
  readonly #failed = new Set<string>();

  constructor({ log }: Pick<Host, "log">, outbox: ConfiguredOutbox, requests: OutboxRequests) {
    this.#log = log;
    this.#outbox = outbox;
    this.#requests = requests;
    this.#quota = new OutboxQuota(outbox.config);
  }

  /** Goes on with what was claimed before; where the outbox is not served, with what was begun. */
  resume(): void {
    const { records, service } = this.#outbox;
    const entries = spoolEntries(records);
    this.#quota = new OutboxQuota(this.#outbox.config);
    const pending = new Set<SpoolEntry>(pendingAmong(entries));
    // That it came when the outbox had used up its requests is known by its place.
    const isOver = new Map(
      entries.map((entry) => [entry, this.#quota.countKept(requestBytes(records, entry))]),
    );
    for (const entry of entries) {
      if (!pending.has(entry)) continue;
      const refusal = isOver.get(entry) === true ? this.#tooMany() : undefined;
      if (service !== undefined) this.#requests.add(entry, refusal);
      else this.#requests.addBegun(entry);
    }
  }

  /** Claims these, in order; says which were not. */
  claim({ exchange }: OutboxService, wanted: readonly string[]): Set<string> {
    const unclaimed = new Set(wanted);
    let failures = 0;
    for (const subagentId of this.#failedLast(wanted)) {
      if (this.#isFull() || this.#requests.waiting >= maxWaiting || this.#quota.isTooFast()) break;
      if (failures === maxFailures) break;
      try {
        const claim = claimRequest(exchange, subagentId);
        unclaimed.delete(subagentId);
        this.#failed.delete(subagentId);
        this.#handle(subagentId, claim);
      } catch (error) {
        // Its parent has made that its name cannot be changed, or the spool is full: the others have their turn.
        failures += 1;
        this.#noteFailed(subagentId, (error as Error).message);
      }
    }
    for (const subagentId of this.#failed) if (!unclaimed.has(subagentId)) this.#failed.delete(subagentId);
    return unclaimed;
  }

  /** Names each once, and of many the first. */
  #noteFailed(subagentId: string, reason: string): void {
    const isNew = !this.#failed.has(subagentId) && this.#failed.size < maxFailures;
    if (isNew) this.#say("error", "claim_failed", { subagent_id: subagentId, reason });
    this.#failed.add(subagentId);
  }

  /** What could not be claimed comes after the others. */
  #failedLast(wanted: readonly string[]): string[] {
    const hasFailed = (id: string) => this.#failed.has(id);
    return [...wanted.filter((id) => !hasFailed(id)), ...wanted.filter(hasFailed)];
  }

  #handle(subagentId: string, claim: Claim): void {
    this.#quota.countRecent();
    if (claim.outcome === "gone") return;
    if (claim.outcome === "refused") {
      return this.#say("warn", "refused", { subagent_id: subagentId, reason: claim.reason });
    }
    const { entry } = claim;
    const ids = { subagent_id: subagentId, request_id: entry.requestId };
    if (claim.outcome === "replayed") {
      this.#say("warn", "replayed", ids);
      return this.#requests.replay(entry);
    }
    this.#say("info", "claimed", ids);
    const isOver = this.#quota.countKept(requestBytes(this.#outbox.records, entry));
    this.#requests.add(entry, isOver ? this.#tooMany() : undefined);
  }

  #isFull(): boolean {
    const { isFull } = this.#quota;
    const { max_spool_mb } = this.#outbox.config;
    if (isFull && !this.#saidFull) this.#say("error", "spool_full", { max_spool_mb });
    this.#saidFull = isFull;
    return isFull;
  }

  #tooMany(): Outcome {
    const { name, max_requests } = this.#outbox.config;
    const stderr = `The outbox ${name} has used up its ${max_requests} requests. Its operator may raise max_requests.`;
    return { status: "error", stderr };
  }

  #say(level: "info" | "warn" | "error", event: string, details: Record<string, unknown>): void {
    this.#log({ level, event, outbox: this.#outbox.name, ...details });
  }
}
