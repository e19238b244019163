import { randomUUID } from "node:crypto";
import { parseOrThrow } from "@retinue/errors";
import { withoutPrice } from "@retinue/model-prices";
import { Account } from "../budget/account.ts";
import { hasPrice } from "../budget/cost-of.ts";
import { invalidInput, openRunSchema, type OpenRun, type OpenRunInput } from "../configure/open-run.ts";
import { openUpstreams } from "../forward/ask-upstream.ts";
import { usualBounds, type Bounds } from "../front/bounds.ts";
import { Ledger } from "../ledger/ledger.ts";
import type { Tally } from "../ledger/tally.ts";
import { ModelBrokerError } from "../model-broker-error.ts";
import { removeSocket, type BrokerDirectory } from "./broker-directory.ts";
import { BrokerRun, type RunHost } from "./broker-run.ts";
import { RoutePauses } from "./route-pauses.ts";

export interface BrokerOptions {
  readonly bounds?: Partial<Bounds>;
  /** Told what failed. */
  readonly log?: (message: string) => void;
}

/** What a run has spent, and its parent with all others. */
export interface RunSpending {
  readonly run: Tally;
  readonly parent: Tally;
}

/** The open runs of a host, and who pays for them. */
export class Broker {
  readonly instance: string = randomUUID();
  readonly #directory: BrokerDirectory;
  readonly #host: RunHost & { readonly upstreams: ReturnType<typeof openUpstreams> };
  readonly #runs = new Map<string, BrokerRun>();
  readonly #accounts = new Map<string, Account>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(directory: BrokerDirectory, { bounds = {}, log = () => {} }: BrokerOptions = {}) {
    this.#directory = directory;
    this.#host = {
      upstreams: openUpstreams(),
      pauses: new RoutePauses(),
      bounds: { ...usualBounds, ...bounds },
      log,
    };
  }

  /** Names of those that are open. */
  get runs(): string[] {
    return [...this.#runs.keys()];
  }

  /**
   * Opens a run's socket, or finds it open. After a broker was killed the same call goes on with what was spent.
   *
   * @returns The directory that holds the socket, `model.sock`, and nothing else.
   * @throws ModelBrokerError INVALID_INPUT, COST_WITHOUT_PRICE, LEDGER_DAMAGED, RUN_OPEN.
   */
  open(input: OpenRunInput): Promise<string> {
    const wanted = parseOrThrow(openRunSchema, input, invalidInput);
    refuseWithoutPrice(wanted);
    return this.#inTurn(async () => {
      const present = this.#runs.get(wanted.run);
      if (present !== undefined) return sameOrThrow(present, wanted);
      const account = this.#accountOf(wanted.run, wanted.parent, wanted.parent_limits);
      const directory = this.#directory.socketDirectoryOf(wanted.run);
      try {
        const run = await BrokerRun.open(wanted, account, directory, this.#host);
        this.#runs.set(wanted.run, run);
        return run.directory;
      } catch (error) {
        await this.#letGo(payerOf(wanted), account);
        throw error;
      }
    });
  }

  /** @throws ModelBrokerError UNKNOWN_RUN, for one that is not open. */
  spending(run: string): RunSpending {
    const found = this.#runs.get(run);
    if (found === undefined) throw unknown(run);
    const { ledger } = found.account;
    return { run: ledger.spentBy(run), parent: ledger.total };
  }

  /** Ends a run's calls; what it spent stays on disk until it is forgotten. @throws ModelBrokerError UNKNOWN_RUN. */
  close(run: string): Promise<RunSpending> {
    return this.#inTurn(async () => {
      const found = this.#runs.get(run);
      if (found === undefined) throw unknown(run);
      await found.close();
      this.#runs.delete(run);
      // Calls whose client was cut off are counted a moment later.
      await found.account.leave(run);
      const { ledger } = found.account;
      const spending = { run: ledger.spentBy(run), parent: ledger.total };
      await this.#letGo(payerOf(found.wanted), found.account);
      return spending;
    });
  }

  /** Removes what a closed run has left on disk, once its owner has recorded it. A parent goes on to pay for it. */
  forget(run: string, parent?: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#runs.has(run)) throw new ModelBrokerError("RUN_OPEN", `the run ${run} is open`, closeFirst);
      const payer = payerOf({ run, parent });
      const account = this.#accountOf(run, parent, { concurrency: 1 });
      await (parent === undefined ? account.ledger.remove() : account.ledger.forget(run));
      // Of a broker that was killed, and a run that nobody opened again.
      removeSocket(this.#directory.socketDirectoryOf(run));
      await this.#letGo(payer, account);
    });
  }

  /** Removes what a parent has spent, once no run of it is open and nobody asks for it any more. */
  forgetParent(parent: string): Promise<void> {
    return this.#inTurn(async () => {
      const payer = payerOf({ run: "", parent });
      if (this.#accounts.get(payer)?.isIdle === false)
        throw new ModelBrokerError("RUN_OPEN", `a run of ${parent} is open`, closeFirst);
      await new Ledger(this.#directory.ledgerOf(payer), payer).remove();
    });
  }

  async stop(): Promise<void> {
    for (const run of this.#runs.keys()) await this.close(run);
    await this.#host.upstreams.destroy();
  }

  #accountOf(run: string, parent: string | undefined, limits: OpenRun["parent_limits"]): Account {
    const payer = payerOf({ run, parent });
    const present = this.#accounts.get(payer);
    if (present !== undefined) return present;
    const account = new Account(new Ledger(this.#directory.ledgerOf(payer), payer), limits);
    this.#accounts.set(payer, account);
    return account;
  }

  /** Nothing of an account stays in memory once no run of it is open. */
  async #letGo(payer: string, account: Account): Promise<void> {
    if (!account.isIdle) return;
    await account.ledger.close();
    this.#accounts.delete(payer);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }
}

const closeFirst = { remedy: "Close it first." };

/** A run and a parent of the same name are two. */
function payerOf({ run, parent }: { readonly run: string; readonly parent?: string | undefined }): string {
  return parent === undefined ? `run ${run}` : `parent ${parent}`;
}

function refuseWithoutPrice({ routes, limits, parent_limits: shared }: OpenRun): void {
  if (limits.cost === undefined && shared.cost === undefined) return;
  for (const [name, route] of Object.entries(routes)) {
    const model = route.models.find((each) => !hasPrice(route, each));
    if (model !== undefined)
      throw new ModelBrokerError(
        "COST_WITHOUT_PRICE",
        `${withoutPrice(model)}: no cost can be held with it`,
        {
          remedy: `Name its price in routes.${name}.prices, or limit its tokens instead of its cost.`,
        },
      );
    if (route.grants.vendor_tools)
      throw new ModelBrokerError(
        "COST_WITHOUT_PRICE",
        `what the vendor's tools of ${name} cost is not known`,
        {
          remedy: "Take the grant vendor_tools away, or limit tokens instead of cost.",
        },
      );
  }
}

function sameOrThrow(present: BrokerRun, { run, ...wanted }: OpenRun): string {
  const { run: _, ...open } = present.wanted;
  if (JSON.stringify(open) === JSON.stringify(wanted)) return present.directory;
  throw new ModelBrokerError("RUN_OPEN", `the run ${run} is open with other routes or limits`, closeFirst);
}

function unknown(run: string): ModelBrokerError {
  return new ModelBrokerError("UNKNOWN_RUN", `no run ${run} is open`, { remedy: "Open it first." });
}
