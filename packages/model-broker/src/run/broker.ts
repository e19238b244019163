import { randomUUID } from "node:crypto";
import { parseOrThrow } from "@retinue/errors";
import { withoutPrice } from "@retinue/model-prices";
import { Account } from "../budget/account.ts";
import { hasPrice } from "../budget/cost-of.ts";
import { invalidInput, openRunSchema, type OpenRun, type OpenRunInput } from "../configure/open-run.ts";
import { openUpstreams } from "../forward/ask-upstream.ts";
import type { Access } from "../configure/access.ts";
import type { Guest } from "../front/listen.ts";
import { usualBounds, type Bounds } from "../front/bounds.ts";
import { Ledger } from "../ledger/ledger.ts";
import type { Tally } from "../ledger/tally.ts";
import { ModelBrokerError } from "../model-broker-error.ts";
import { removeFile } from "@retinue/contained-fs";
import type { LoggedCall } from "@retinue/engine-contract";
import { removeSocket, type BrokerDirectory } from "./broker-directory.ts";
import { BrokerRun, type RunHost, type RunPlaces } from "./broker-run.ts";
import { lastCalls } from "./last-calls.ts";
import { RoutePauses } from "./route-pauses.ts";
import { keptDigests, removeAccess } from "./run-access.ts";
import { isAmong, runByToken } from "./run-by-token.ts";

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
  /** Digests of tokens whose runs an earlier broker served, until their owner opens them again. */
  readonly #awaited: Map<string, string>;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(directory: BrokerDirectory, { bounds = {}, log = () => {} }: BrokerOptions = {}) {
    this.#directory = directory;
    this.#awaited = keptDigests(directory.access);
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
      refuseSameToken(wanted, this.#runs.values());
      const account = this.#accountOf(wanted.run, wanted.parent, wanted.parent_limits);
      const places = this.#placesOf(wanted.run);
      try {
        const run = await BrokerRun.open(wanted, account, places, this.#host);
        this.#runs.set(wanted.run, run);
        this.#awaited.delete(places.access);
        return run.directory;
      } catch (error) {
        await this.#letGo(payerOf(wanted), account);
        throw error;
      }
    });
  }

  /** Of the runs that are asked over the network the one whose token it is. */
  guestOf(token: string): Guest | undefined {
    return runByToken(token, this.#runs.values())?.guest;
  }

  /** Whether an earlier broker served the run whose token it is, and its owner has not opened it again yet. */
  awaits(token: string): boolean {
    return isAmong(token, this.#awaited.values());
  }

  /** @throws ModelBrokerError UNKNOWN_RUN, for one that is not open. */
  spending(run: string): RunSpending {
    const found = this.#runs.get(run);
    if (found === undefined) throw unknown(run);
    const { ledger } = found.account;
    return { run: ledger.spentBy(run), parent: ledger.total };
  }

  /** @throws ModelBrokerError UNKNOWN_RUN; INVALID_INPUT for one that was opened without a token. */
  access(run: string): Access {
    const found = this.#runs.get(run);
    if (found === undefined) throw unknown(run);
    const { tokenFile, port = null } = found;
    if (tokenFile === undefined) throw invalidInput([`the run ${run} was opened without a token`], undefined);
    return { token_file: tokenFile, port };
  }

  /** Ends a run's calls; what it spent stays on disk until it is forgotten. @throws ModelBrokerError UNKNOWN_RUN. */
  close(run: string): Promise<RunSpending> {
    return this.#close(run, { isOver: true });
  }

  #close(run: string, how: { readonly isOver: boolean }): Promise<RunSpending> {
    return this.#inTurn(async () => {
      const found = this.#runs.get(run);
      if (found === undefined) throw unknown(run);
      await found.close(how);
      this.#runs.delete(run);
      // Calls whose client was cut off are counted a moment later.
      await found.account.leave(run);
      const { ledger } = found.account;
      const spending = { run: ledger.spentBy(run), parent: ledger.total };
      await this.#letGo(payerOf(found.wanted), found.account);
      return spending;
    });
  }

  /** The last calls of a run whose calls are written down here, until it is forgotten. */
  calls(run: string): LoggedCall[] {
    return lastCalls(this.#directory.callsOf(run));
  }

  /** Removes what a closed run has left on disk, once its owner has recorded it. A parent goes on to pay for it. */
  forget(run: string, parent?: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#runs.has(run)) throw new ModelBrokerError("RUN_OPEN", `the run ${run} is open`, closeFirst);
      const payer = payerOf({ run, parent });
      const account = this.#accountOf(run, parent, { concurrency: 1 });
      await (parent === undefined ? account.ledger.remove() : account.ledger.forget(run));
      // Of a broker that was killed, and a run that nobody opened again.
      const { sockets, access } = this.#placesOf(run);
      removeSocket(sockets);
      removeAccess(access);
      this.#awaited.delete(access);
      removeFile(this.#directory.callsOf(run));
      await this.#letGo(payer, account);
    });
  }

  /** The runs go on at the next broker, by the tokens that they have. */
  async stop(): Promise<void> {
    for (const run of this.#runs.keys()) await this.#close(run, { isOver: false });
    await this.#host.upstreams.destroy();
  }

  #placesOf(run: string): RunPlaces {
    return {
      sockets: this.#directory.socketDirectoryOf(run),
      access: this.#directory.accessDirectoryOf(run),
    };
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

function refuseSameToken({ token_sha256: hash }: OpenRun, runs: Iterable<BrokerRun>): void {
  if (hash === undefined) return;
  for (const { wanted } of runs)
    if (wanted.token_sha256 === hash) throw invalidInput(["token_sha256: is that of another run"], undefined);
}

function sameOrThrow(present: BrokerRun, { run, ...wanted }: OpenRun): string {
  const { run: _, ...open } = present.wanted;
  if (JSON.stringify(open) === JSON.stringify(wanted)) return present.directory;
  throw new ModelBrokerError("RUN_OPEN", `the run ${run} is open with other routes or limits`, closeFirst);
}

function unknown(run: string): ModelBrokerError {
  return new ModelBrokerError("UNKNOWN_RUN", `no run ${run} is open`, { remedy: "Open it first." });
}
