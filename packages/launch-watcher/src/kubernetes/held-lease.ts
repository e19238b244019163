import { setTimeout as delay } from "node:timers/promises";
import type { V1Lease } from "@kubernetes/client-node";
import type { Leadership, Leading } from "../contain/leadership.ts";
import type { TakenLease } from "./await-lease.ts";
import type { LeaseClient } from "./lease-client.ts";

// Of its duration: after so much of it nothing is changed any more, and what was asked for before has the rest to be done.
const usable = 2 / 3;
const renewedEach = 1 / 5;

/**
 * A Lease for as long as it is renewed. Its deadline counts from before the last renewal that was answered was asked
 * for, by the clock of this process, which goes on while it is frozen, and by that of the machine, which goes on while
 * that is.
 *
 * Where the API server is away for longer nothing is changed meanwhile; a renewal that it takes then says that nobody
 * else has been there. It is lost once somebody else was.
 */
export class HeldLease implements Leadership {
  readonly name: string;
  readonly #client: LeaseClient;
  readonly #me: string;
  readonly #log: Leading["log"];
  readonly #lost = new AbortController();
  readonly #ending = new AbortController();
  readonly #keeping: Promise<void>;
  #lease: V1Lease;
  #asked: TakenLease["asked"];
  #isUnsure = false;
  #isHandedOn = false;

  constructor(
    client: LeaseClient,
    { lease, asked }: TakenLease,
    { me, log }: Pick<Leading, "log"> & { me: string },
  ) {
    this.name = `${client.namespace}/${client.config.name}`;
    this.#client = client;
    this.#me = me;
    this.#log = log;
    this.#lease = lease;
    this.#asked = asked;
    this.#keeping = this.#keep();
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  confirm(): void {
    if (this.#isOurs()) return;
    throw new Error(`the Lease ${this.name} may be another watcher's: nothing is changed`);
  }

  /** Lets another one have it at once, unless that may be so already. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort();
    await this.#keeping;
    if (!this.#isOurs()) return;
    this.#isHandedOn = true;
    await this.#client.replace(this.#lease, { holderIdentity: "" }).catch(() => {});
  }

  #isOurs(): boolean {
    if (this.lost.aborted || this.#isHandedOn) return false;
    const milliseconds = this.#client.config.duration_seconds * 1000 * usable;
    const { monotonic, wall } = this.#asked;
    return performance.now() - monotonic < milliseconds && Date.now() - wall < milliseconds;
  }

  async #keep(): Promise<void> {
    const milliseconds = this.#client.config.duration_seconds * 1000 * renewedEach;
    const { signal } = this.#ending;
    while (!signal.aborted && !this.lost.aborted) {
      await delay(milliseconds, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await this.#renew().catch((error: unknown) => this.#say((error as Error).message));
    }
  }

  async #renew(): Promise<void> {
    const asked = { monotonic: performance.now(), wall: Date.now() };
    const renewed = await this.#client.replace(this.#lease, {});
    if (renewed !== undefined) {
      [this.#lease, this.#asked] = [renewed, asked];
      if (this.#isUnsure) this.#log({ level: "info", event: "lease_renewed", lease: this.name });
      this.#isUnsure = false;
      return;
    }
    // Somebody has changed it: this watcher, where it heard no answer, or another.
    const found = await this.#client.read();
    const holder = found.spec?.holderIdentity ?? "";
    if (holder === this.#me) {
      this.#lease = found;
      return this.#renew();
    }
    this.#log({ level: "warn", event: "lease_lost", lease: this.name, holder });
    this.#lost.abort(new Error(`the Lease ${this.name} is ${holder || "nobody"}'s`));
  }

  #say(reason: string): void {
    if (this.#isUnsure || this.#isOurs()) return;
    this.#isUnsure = true;
    this.#log({ level: "warn", event: "lease_unsure", lease: this.name, reason });
  }
}
