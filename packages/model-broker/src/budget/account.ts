import type { Limits } from "../configure/limits.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Reserved } from "../ledger/ledger-line.ts";
import { sum } from "../ledger/tally.ts";
import { isOver, reachedLimit } from "./reached-limit.ts";

/** A run among those that pay together; the parent itself. */
export interface Member {
  readonly limits: Limits;
  inFlight: number;
}

const never = new AbortController().signal;

/** A call that may be made. */
export interface Admitted {
  readonly reserved: Reserved;
  readonly member: Member;
}

/** Why a call may not begin. */
export interface Spent {
  readonly spent: string;
}

/**
 * Who pays: one run, or a parent with all of its runs. A call begins while what was spent and what is set aside for
 * others is beneath every limit, so that at most one call goes over; until then it waits for those in flight.
 */
export class Account {
  readonly ledger: Ledger;
  readonly #parent: Member;
  readonly #runs = new Map<string, Member>();
  readonly #waiting = new Set<() => void>();

  constructor(ledger: Ledger, limits: Limits) {
    this.ledger = ledger;
    this.#parent = { limits, inFlight: 0 };
  }

  get isIdle(): boolean {
    return this.#runs.size === 0 && this.#parent.inFlight === 0;
  }

  join(run: string, limits: Limits): void {
    this.#runs.set(run, { limits, inFlight: 0 });
  }

  /** No further call of the run begins; waits until those in flight are counted. */
  async leave(run: string): Promise<void> {
    const member = this.#runs.get(run);
    this.#runs.delete(run);
    this.#look();
    if (member !== undefined) await this.#quiet(member);
  }

  /**
   * Sets aside what the call can cost at most; it may be made when this resolves. `done` has to follow.
   *
   * @throws ContainedFsError where the ledger cannot be written; the signal's reason when that comes first.
   */
  async admit(call: Omit<Reserved, "id">, signal: AbortSignal): Promise<Admitted | Spent> {
    for (;;) {
      signal.throwIfAborted();
      const member = this.#runs.get(call.run);
      if (member === undefined) return { spent: "the run is closed" };
      const reason = this.#refusal(call.run, member);
      if (reason !== undefined) return { spent: reason };
      if (this.#hasRoom(call.run, member)) return await this.#begin(call, member);
      await this.#change(signal);
    }
  }

  /** A call that was admitted is over, and settled or not. */
  done(member: Member): void {
    member.inFlight -= 1;
    this.#parent.inFlight -= 1;
    this.#look();
  }

  async #begin(call: Omit<Reserved, "id">, member: Member): Promise<Admitted> {
    member.inFlight += 1;
    this.#parent.inFlight += 1;
    try {
      return { member, reserved: await this.ledger.reserve(call) };
    } catch (error) {
      this.done(member);
      throw error;
    }
  }

  #refusal(run: string, { limits }: Member): string | undefined {
    if (isOver(limits) || isOver(this.#parent.limits)) return "its time is over";
    const own = reachedLimit(limits, this.ledger.spentBy(run));
    if (own !== undefined) return own;
    const all = reachedLimit(this.#parent.limits, this.ledger.total);
    return all === undefined ? undefined : `of the parent's budget ${all}`;
  }

  #hasRoom(run: string, { limits, inFlight }: Member): boolean {
    const { ledger } = this;
    const { limits: shared, inFlight: all } = this.#parent;
    return (
      inFlight < limits.concurrency &&
      all < shared.concurrency &&
      reachedLimit(limits, sum(ledger.spentBy(run), ledger.asideFor(run))) === undefined &&
      reachedLimit(shared, sum(ledger.total, ledger.aside)) === undefined
    );
  }

  async #quiet(member: Member): Promise<void> {
    while (Number(member.inFlight) > 0) await this.#change(never);
  }

  #change(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => {
      this.#waiting.delete(wake);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    this.#waiting.add(wake);
    signal.addEventListener("abort", wake);
    return promise;
  }

  #look(): void {
    for (const wake of this.#waiting) wake();
  }
}
