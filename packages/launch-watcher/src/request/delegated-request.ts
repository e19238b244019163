import type { Outcome } from "@retinue/delegation-protocol";
import { publishReceipt, type SpoolEntry } from "@retinue/delegation-protocol/host";
import { admitRequest, type Admitted } from "../admit/admit-request.ts";
import type { WorkspaceLease } from "../admit/workspace-leases.ts";
import { awaitEnd } from "../contain/await-end.ts";
import type { ContainedRun } from "../contain/contained-run.ts";
import { adoptRun } from "./adopt-run.ts";
import { cleanUp } from "./clean-up.ts";
import { deadlineAfter } from "./deadline-after.ts";
import { decideRequest } from "./decide-request.ts";
import type { Host } from "./host.ts";
import { leaseBegun } from "./lease-begun.ts";
import { logLeftOut } from "./log-left-out.ts";
import type { Outbox, OutboxService } from "./outbox.ts";
import { cancelledBefore, refusalOf } from "./outcomes.ts";
import {
  modelsReceipt,
  openModels,
  resumeModels,
  withSpending,
  type OpenedModels,
} from "./request-models.ts";
import { planRun } from "./plan-run.ts";
import { Publication } from "./publication.ts";
import { RequestRecord } from "./request-record.ts";
import type { RequestState } from "./request-state.ts";
import { writeInputs } from "./run-inputs.ts";
import { lendWorkspace, restoreOwnership } from "./workspace-ownership.ts";

/** What one try holds, and lets go when it ends. */
interface Begun {
  readonly admitted: Admitted;
  readonly opened: OpenedModels | undefined;
}

/**
 * One request from its claim to its response. It owns the lease of its workspace and the timer of its publication
 * until it is disposed of; what one try holds (directories, inputs, the connection to the gate) ends with that try.
 * Its container outlives it where it went: an answer that was not heard is the next watcher's.
 */
export class DelegatedRequest implements Disposable {
  readonly record: RequestRecord;
  readonly #host: Host;
  readonly #outbox: Outbox;
  readonly #refusal: Outcome | undefined;
  readonly #cancel = new AbortController();
  readonly #publication: Publication;
  #lease: WorkspaceLease | undefined;
  #state: RequestState = "queued";

  /** @param refusal How it ends when nothing of it was begun: its outbox had used up its requests when it came. */
  constructor(host: Host, outbox: Outbox, entry: SpoolEntry, refusal?: Outcome) {
    this.#host = host;
    this.#outbox = outbox;
    this.#refusal = refusal;
    this.record = new RequestRecord(host, outbox, entry);
    this.#publication = new Publication(host, outbox, this.record);
    this.#lease = leaseBegun(host, outbox, this.record);
  }

  get state(): RequestState {
    return this.#state;
  }

  /** Calls back once nothing is to be done about it any more: its response may have to be published again. */
  onceOver(what: () => void): void {
    this.#publication.onceOver(what);
  }

  /** Stops it, where it is. Says whether it was not stopped before. */
  cancel(): boolean {
    if (this.#cancel.signal.aborted) return false;
    this.#cancel.abort();
    return true;
  }

  /** Its subagent was asked something else: its response is not tried again. */
  supersede(): void {
    this.#publication[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#publication[Symbol.dispose]();
    this.#releaseWorkspace();
  }

  /**
   * Goes on where its record stands: what was decided is published, what went is waited for, what did not is begun
   * anew, and nothing runs twice. An outbox that is not served gets no run, and no word.
   *
   * @throws what the engine's client throws when the engine cannot be reached: to be tried again.
   */
  async proceed(): Promise<void> {
    const { ending } = this.#host;
    const { stage } = this.record;
    if (stage === "decided" || stage === "published") return this.#finish();
    // Nothing of it has run: it is the next watcher's.
    if (stage === "claimed" && ending.aborted) return;
    if (stage === "going") {
      this.#state = "waiting";
      await resumeModels(this.#host, this.record, this.#outbox);
      const outcome = await adoptRun(this.#host, this.record, this.#cancel.signal);
      if (outcome !== undefined) return this.#complete(outcome);
      if (ending.aborted) return;
    }
    if (this.#outbox.service === undefined) await this.#withdraw();
    // It may have come back meanwhile.
    if (this.#outbox.service !== undefined) await this.#begin(this.#outbox.service);
  }

  /** A container of an earlier try that is still at its gate is in the way of the new one, and removed for it. */
  async #begin(service: OutboxService): Promise<void> {
    this.#state = "admitting";
    if (this.#refusal !== undefined) return this.#complete(this.#refusal);
    const read = this.record.read();
    if (!read.ok) return this.#complete({ status: "error", stderr: read.problem });
    if (this.#cancel.signal.aborted) return this.#complete(cancelledBefore);
    const { config, confirm, leases } = this.#host;
    const { record } = this;
    try {
      const { config: outbox } = service;
      using admitted = admitRequest({
        request: read.request,
        outbox,
        host: config,
        leases,
        own: this.#lease,
      });
      logLeftOut(this.#host, record, admitted.leftOut);
      this.#lease = leases.acquire(admitted.workspace, this.#lease);
      using opened = await openModels(this.#host, record, { outbox, admitted });
      const written = { ...admitted, network: opened?.network };
      using inputs = writeInputs({ ...config, confirm }, record.name, written, () => record.hasGone);
      const run = planRun(this.#host, record, {
        admitted,
        inputs: inputs.directory,
        sockets: opened?.sockets,
        sha256: read.sha256,
      });
      await this.#complete(await this.#outcomeOf(service, run, { admitted, opened }), run);
    } catch (error) {
      await this.#complete(refusalOf(error));
    }
  }

  async #outcomeOf(service: OutboxService, run: ContainedRun, of: Begun): Promise<Outcome> {
    try {
      return await this.#run(service, run, of);
    } catch (error) {
      return this.#cancel.signal.aborted && isAbort(error) ? cancelledBefore : refusalOf(error);
    }
  }

  /**
   * Creates the container, opens its gate when it sees what was checked, and waits for its end. Until "go" is noted
   * nothing of the request has run, and everything may be done again.
   */
  async #run(
    { config, exchange }: OutboxService,
    run: ContainedRun,
    { admitted, opened }: Begun,
  ): Promise<Outcome> {
    const { engine, log } = this.#host;
    const { record } = this;
    const { signal } = this.#cancel;
    this.#state = "lending";
    await lendWorkspace(this.#host, record, { run, roots: config.workspace_roots });
    this.#state = "starting";
    const container = await engine.create(run);
    if (signal.aborted) return cancelledBefore;
    using gate = await container.start(signal);
    const receipt = { ...gate.receipt, ...modelsReceipt(admitted.models, config) };
    log({ level: "info", event: "started", ...record.logged, container: run.name, receipt });
    await opened?.begin();
    if (signal.aborted) return cancelledBefore;
    const told = publishReceipt(exchange, record.entry, receipt);
    if (!told.published) {
      log({ level: "warn", event: "receipt_unpublished", ...record.logged, reason: told.reason });
    }
    record.noteGo(admitted.workspace);
    gate.go();
    this.#state = "waiting";
    const { timeoutSeconds } = admitted;
    return awaitEnd(container, {
      timeoutSeconds,
      deadline: deadlineAfter(timeoutSeconds, new Date()),
      signal,
    });
  }

  /** @param run Where this try began it: it holds the workspace. */
  async #complete(outcome: Outcome, run?: ContainedRun): Promise<void> {
    this.#state = "restoring";
    await restoreOwnership(this.#host, { outbox: this.#outbox, record: this.record, run });
    decideRequest(this.#host, this.record, await withSpending(this.#host, this.record, outcome));
    await this.#finish();
  }

  /** Publishes what was decided and cleans up; done again after a crash. */
  async #finish(): Promise<void> {
    // First: a parent that has its answer may ask for the next run in that workspace at once.
    this.#releaseWorkspace();
    this.#state = "publishing";
    if (this.record.stage !== "published") this.#publication.now();
    this.#state = "cleaning";
    await cleanUp(this.#host, this.record);
    this.#state = "ended";
  }

  /** Undoes what was begun for an outbox that is not served, of which nothing ran: it begins when that is again. */
  async #withdraw(): Promise<void> {
    this.#state = "restoring";
    await restoreOwnership(this.#host, { outbox: this.#outbox, record: this.record });
    this.record.noteRestored();
    this.#state = "cleaning";
    await cleanUp(this.#host, this.record);
    this.#releaseWorkspace();
  }

  #releaseWorkspace(): void {
    this.#lease?.[Symbol.dispose]();
    this.#lease = undefined;
  }
}

/** What it waited for was given up, because it was cancelled. */
function isAbort(error: unknown): boolean {
  return (error as Error).name === "AbortError";
}
