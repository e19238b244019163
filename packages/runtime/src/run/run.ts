import { makeDirectory } from "@retinue/contained-fs";
import type { BudgetLimits, Run as RunEntry, RunEnd, RunRecord } from "@retinue/engine-contract";
import type { SimplifiedStatus, SubagentResult } from "@retinue/status-model";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Settings } from "../configure/manager-options.ts";
import type { SpawnedSubagent } from "../contract/subagent-manager.ts";
import { endOfRun } from "../finish/end-of-run.ts";
import { unlaunched, unprepared } from "../finish/ending-of.ts";
import { unrecorded } from "../finish/unrecorded.ts";
import { recordOfEnd } from "../finish/record-of-end.ts";
import { withWhatItLeft } from "../finish/with-what-it-left.ts";
import { launcherFor } from "../launch/launcher-for.ts";
import { removeActive, type ActiveEntry } from "../own/active-index.ts";
import { pointerTo } from "../own/pointer-to.ts";
import { archiveEarlierRun } from "../prepare/archive-earlier-run.ts";
import { launchRequest } from "../prepare/launch-request.ts";
import type { PreparedEngine } from "../prepare/prepared-engine.ts";
import { clock, withNewRun, type NewRun } from "../prepare/new-run.ts";
import { supervisorDirectory, type SubagentPaths } from "../prepare/subagent-paths.ts";
import { appendConversation } from "../record/conversation.ts";
import { preparedEntry } from "../record/prepared-entry.ts";
import { currentRun, withCurrentRun } from "../record/run-record-file.ts";
import type { Supervised } from "../contract/supervised.ts";
import { asideOf, type Aside } from "./aside.ts";
import { Delivery } from "./delivery.ts";
import { followProgress } from "./follow-progress.ts";
import { handleOf } from "./handle-of.ts";
import { keepWithResult } from "./keep-with-result.ts";
import type { OpenWorkspace } from "./open-workspace.ts";
import { progressOf } from "./progress.ts";
import { enterRow, makeBegunDurable, noteEnd, recordBegun, recordEnd, recordRunning } from "./record-run.ts";
import { recoverOnceReadable } from "./recover-once-readable.ts";
import { retryUntilDone } from "./retry-until-done.ts";
import { runningEntry } from "./running-entry.ts";
import type { RunStage } from "./run-stage.ts";
import { onWaiting, waitsFor } from "./waits-for.ts";

/**
 * One run of a subagent, from its reservation to its result: reserve, queue, launch, follow, finish. It owns its
 * record, its place, its watches and its hold on the supervisor, and lets each go on every way out.
 */
export class Run implements Disposable {
  readonly paths: SubagentPaths;
  /** Within its subagent, from 1. */
  readonly number: number;
  /** What it may spend, kept for it of its parent's budget. */
  readonly budget: BudgetLimits | undefined;
  /** Never rejects: whatever happens to the run is a result. */
  readonly result: Promise<SubagentResult>;
  /** Resolves when all that goes with its result is kept as well, or given up. */
  readonly kept: Promise<void>;
  readonly #workspace: OpenWorkspace;
  readonly #keeping = Promise.withResolvers<void>();
  readonly #released = Promise.withResolvers<undefined>();
  readonly #launched = Promise.withResolvers<void>();
  readonly #cancelled = new AbortController();
  readonly #delivery = new Delivery(() => this.status());
  readonly #aside: Aside;
  #state: RunStage = "reserved";
  #record: RunRecord | undefined;
  #supervised: Supervised | undefined;
  #isAcknowledged = false;

  /** @param record What is known of the subagent: its earlier runs, or with this one when it is adopted. */
  constructor(
    workspace: OpenWorkspace,
    paths: SubagentPaths,
    number: number,
    record: RunRecord | undefined,
    budget?: BudgetLimits | undefined,
  ) {
    this.paths = paths;
    this.number = number;
    this.budget = budget ?? record?.runs[number - 1]?.budget;
    this.result = this.#delivery.result;
    this.kept = this.#keeping.promise;
    this.#workspace = workspace;
    this.#aside = asideOf(paths.subagentId, workspace.settings.log);
    this.#record = record;
  }

  get state(): RunStage {
    return this.#state;
  }

  /** Whether it goes on, or waits to. */
  get isOpen(): boolean {
    return this.#state !== "ended" && this.#state !== "released";
  }

  /** As run.json has it. */
  get record(): RunRecord {
    if (this.#record === undefined) throw new Error(`run ${this.number} has no record yet`);
    return this.#record;
  }

  /** What our notes say of it while it goes on. */
  get activeEntry(): ActiveEntry {
    const { owner } = this.#workspace;
    const launched = this.#supervised !== undefined;
    const reserved = this.budget && { reserved: this.budget };
    return { ...pointerTo(this.paths, this.number), owner: owner.id, launched, ...reserved };
  }

  /** Puts aside what an earlier run left: it would pass for this one's. Throws, still reserved, where it stays. */
  archiveEarlier(): void {
    archiveEarlierRun(this.paths, this.number - 1);
  }

  /**
   * Writes a reserved run down, lays out what it needs by `prepare`, and sets it going; when that fails, that is
   * its result.
   *
   * @param settings With the team that it is for.
   */
  async begin(settings: Settings, entry: NewRun, prepare: () => Promise<PreparedEngine>): Promise<void> {
    const now = new Date();
    this.#state = "preparing";
    this.#record = withNewRun(this.#record, this.paths, settings, this.#workspace.owner.id, entry, now);
    this.#delivery.holdProcess();
    try {
      const { command, keyVariables = [], models, ...found } = await prepare();
      this.#update(preparedEntry(found, currentRun(this.record)));
      // Kept there and not read from the configuration again, which the subagent can change.
      if (keyVariables.length > 0) this.#record = { ...this.record, key_variables: [...keyVariables] };
      await recordBegun(this.#workspace, this);
      const line = { role: "user", content: entry.task, run: this.number } as const;
      appendConversation(this.paths.conversation, line, now);
      void this.#finishAfter(this.#queue(settings, { command, models }));
      // Beside its launch, which need not wait for the disk.
      await this.#aside("begin", () => makeBegunDurable(this.#workspace, this));
    } catch (error) {
      void this.finish(unprepared(error, now));
    }
  }

  /** Follows a run that an earlier server began; rejects when it cannot be looked at. */
  async adopt(): Promise<void> {
    const { settings } = this.#workspace;
    const directory = supervisorDirectory(this.paths.logPath, this.number);
    makeDirectory(directory);
    const supervised = await launcherFor(currentRun(this.record).mode, settings).adopt(directory);
    this.#delivery.holdProcess();
    await this.#aside("models", () => this.#workspace.models.resume(this));
    const place = this.#workspace.admission.hold(this.paths.subagentId);
    void this.#finishAfter(this.#follow(supervised).finally(place.leave));
  }

  /**
   * Brings it back, however it ended: recovers, records, delivers, and only then what goes with it. Every step may
   * be repeated, by this server when it fails, and by the next one when a kill comes between two of them. A result
   * that cannot be recorded is delivered all the same. Never rejects.
   */
  async finish(end: RunEnd): Promise<void> {
    this.#state = "finishing";
    this.#launched.resolve();
    const { settings, closing, models } = this.#workspace;
    await this.#aside("spending", () => models.close(this));
    const recovered = await recoverOnceReadable(this, end, closing, settings.log);
    const result = await withWhatItLeft(this, recovered, settings);
    this.#record = await recordOfEnd(this, end, result, this.#aside);
    const isRecorded = await retryUntilDone(() => recordEnd(this.#workspace, this, !this.#isAcknowledged), {
      signal: closing,
      onFailure: ({ message }) => {
        settings.log(`The end of subagent ${this.paths.subagentId} could not be recorded: ${message}`);
        this.#delivery.deliver(unrecorded(result, message));
      },
    });
    if (isRecorded) void this.#keep(result);
    else this.#keeping.resolve();
  }

  /** Brings back a run whose result an earlier server has recorded; nobody waits for what goes with it. */
  async bringBack(result: SubagentResult): Promise<void> {
    this.#state = "finishing";
    // The kill may have come between the record and its note.
    await this.#workspace.asOwner(() => noteEnd(this.#workspace, this));
    void this.#keep(result);
  }

  /** Asks for a stop, as against a deadline. Resolves with what was recovered. */
  cancel(): Promise<SubagentResult> {
    this.#cancelled.abort();
    this.#supervised?.stop();
    return this.result;
  }

  /** Says that its result was had by whoever asked for it; also before it could be recorded. */
  acknowledge(): void {
    this.#isAcknowledged = true;
  }

  /** What was delivered and is not known to have been had: before it could be recorded, for one. */
  get unacknowledged(): SubagentResult | undefined {
    return this.#isAcknowledged ? undefined : this.#delivery.delivered;
  }

  /** Where it stands, from its status file; `pending` from memory while there is none. */
  status(): Promise<SimplifiedStatus> {
    return progressOf(this, waitsFor(this.#workspace, this));
  }

  /** What a caller gets to hold of it. */
  get handle(): SpawnedSubagent {
    return handleOf(this, this.#delivery, this.#launched.promise);
  }

  /** Lets go of it: what was reserved and never begun comes free, what runs goes on under its supervisor. */
  [Symbol.dispose](): void {
    if (this.#state === "reserved") {
      removeActive(this.#workspace.state.active, this.paths.subagentId);
    }
    if (this.isOpen) this.#state = "released";
    this.#delivery[Symbol.dispose]();
    this.#released.resolve(undefined);
  }

  async #finishAfter(following: Promise<RunEnd | undefined>): Promise<void> {
    const end = await following;
    if (end !== undefined) await this.finish(end);
  }

  /** Waits for a place, launches and follows. Resolves with its end; undefined when it was released. */
  async #queue(settings: Settings, engine: PreparedEngine): Promise<RunEnd | undefined> {
    this.#state = "queued";
    const { admission } = this.#workspace;
    const asked = admission.admit(this.paths.subagentId, this.#cancelled.signal);
    const quiet = onWaiting(this.#workspace, this, this.#delivery.progress);
    const place = await asked.catch((error: Error) => error).finally(quiet);
    if (place instanceof Error) return unlaunched("error", `It was given no place: ${place.message}`);
    if (place === undefined) return unlaunched("cancelled", "It was cancelled while it waited for a place");
    try {
      return await this.#launch(settings, engine);
    } finally {
      place.leave();
    }
  }

  async #launch(settings: Settings, engine: PreparedEngine): Promise<RunEnd | undefined> {
    this.#state = "launching";
    const { timeout_seconds, mode } = currentRun(this.record);
    this.#update(clock(new Date(), timeout_seconds));
    let supervised: Supervised;
    try {
      const request = launchRequest(this.paths, this.record, settings, engine);
      supervised = await launcherFor(mode, settings).launch(request);
    } catch (error) {
      return unlaunched("error", `The launch failed: ${(error as Error).message}`);
    }
    return this.#follow(supervised);
  }

  async #follow(supervised: Supervised): Promise<RunEnd | undefined> {
    this.#state = "running";
    this.#supervised = supervised;
    if (this.#cancelled.signal.aborted) supervised.stop();
    const quiet = followProgress(this.#workspace, this, this.#delivery.progress, () => this.#cutOff());
    try {
      await this.#recordRunning(supervised);
      this.#launched.resolve();
      const end = await Promise.race([supervised.ended, this.#released.promise]);
      return end === undefined ? undefined : endOfRun(this, end, new Date());
    } finally {
      quiet();
      supervised.release();
    }
  }

  /** Since its budget is spent; the next server is to know why. */
  async #cutOff(): Promise<void> {
    if (currentRun(this.record).overspent === true) return;
    this.#update({ overspent: true });
    await this.#aside("budget", () => recordRunning(this.#workspace, this));
    this.#supervised?.stop();
  }

  async #recordRunning(supervised: Supervised): Promise<void> {
    this.#update(runningEntry(supervised, this.#workspace.owner.id));
    await this.#aside("start", () => recordRunning(this.#workspace, this));
    void this.#aside("row", () => enterRow(this.#workspace, this));
  }

  /** The steps after the end is recorded; each leaves alone what it finds done. Never rejects. */
  async #keep(result: SubagentResult): Promise<void> {
    const { answer } = result;
    if (answer !== null) {
      const line = { role: "assistant", content: answer, run: this.number } as const;
      await this.#aside("conversation", () => appendConversation(this.paths.conversation, line, new Date()));
    }
    this.#state = "ended";
    this.#delivery.deliver(result);
    await nextTurn();
    await keepWithResult(this.#workspace, this, this.#aside);
    this.#keeping.resolve();
  }

  #update(changes: Partial<RunEntry>): void {
    this.#record = withCurrentRun(this.record, changes);
  }
}
