import { DurableLog, removeFile } from "@retinue/contained-fs";
import type { Carried, Reserved, Settled } from "./ledger-line.ts";
import { readLedger } from "./read-ledger.ts";
import { difference, nothing, sum, type Tally } from "./tally.ts";

/** After so many lines the file is written anew, with what they come to. */
const mostLines = 4000;

/**
 * What an account has spent and what is set aside for calls in flight, on disk before it counts. Killed between
 * any two lines, the file never says less than was spent.
 */
export class Ledger {
  readonly #path: string;
  readonly #account: string;
  readonly #log: DurableLog;
  readonly #begun = new Map<number, Reserved>();
  readonly #runs: Map<string, Tally>;
  #total: Tally;
  #aside = nothing;
  #nextId: number;
  #lines: number;

  /** @throws ModelBrokerError LEDGER_DAMAGED; ContainedFsError. */
  constructor(path: string, account: string) {
    const { total, runs, nextId, lines } = readLedger(path, account);
    this.#path = path;
    this.#account = account;
    this.#log = new DurableLog(path);
    this.#total = total;
    this.#runs = runs;
    this.#nextId = nextId;
    this.#lines = lines;
  }

  /** What was spent, by all runs. */
  get total(): Tally {
    return this.#total;
  }

  /** What is set aside, for all runs. */
  get aside(): Tally {
    return this.#aside;
  }

  spentBy(run: string): Tally {
    return this.#runs.get(run) ?? nothing;
  }

  get runs(): Iterable<string> {
    return this.#runs.keys();
  }

  asideFor(run: string): Tally {
    return [...this.#begun.values()]
      .filter((each) => each.run === run)
      .reduce((all, { most }) => sum(all, most), nothing);
  }

  /** Sets aside at once; resolves when it is durable and the call may be made. Where that fails nothing is set aside. */
  async reserve(call: Omit<Reserved, "id">): Promise<Reserved> {
    const reserved = { ...call, id: this.#nextId++ };
    this.#begun.set(reserved.id, reserved);
    this.#aside = sum(this.#aside, reserved.most);
    try {
      await this.#append({ reserve: reserved });
    } catch (error) {
      this.#drop(reserved);
      throw error;
    }
    return reserved;
  }

  /** Counts at once; durable when it resolves. Where that fails, the disk goes on to say what was set aside. */
  async settle(
    reserved: Reserved,
    how: Pick<Settled, "status" | "whole" | "seconds" | "spent">,
  ): Promise<void> {
    if (!this.#drop(reserved)) return;
    const { id, run, route, model } = reserved;
    this.#total = sum(this.#total, how.spent);
    this.#runs.set(run, sum(this.spentBy(run), how.spent));
    await this.#append({ settle: { id, run, route, model, ...how } });
  }

  /** Leaves a run's own count out from here on; what it spent stays in the total. */
  async forget(run: string): Promise<void> {
    if (this.#runs.delete(run)) await this.#writeAnew();
  }

  /** Removes the file, once nothing of it is to be known. */
  async remove(): Promise<void> {
    await this.#log.close();
    removeFile(this.#path);
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  async #append(line: unknown): Promise<void> {
    if (++this.#lines > mostLines) this.#writeAnew().catch(() => {});
    await this.#log.append(JSON.stringify(line));
  }

  async #writeAnew(): Promise<void> {
    const runs = Object.fromEntries(this.#runs);
    const carried: Carried = { version: 1, account: this.#account, total: this.#total, runs };
    const lines = [{ carried }, ...[...this.#begun.values()].map((reserve) => ({ reserve }))];
    this.#lines = lines.length;
    await this.#log.replace(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  #drop(reserved: Reserved): boolean {
    this.#aside = difference(this.#aside, reserved.most);
    return this.#begun.delete(reserved.id);
  }
}
