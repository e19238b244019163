import type { FinishedSubagent } from "../contract/subagent-manager.ts";
import { currentRun } from "../record/run-record-file.ts";
import type { Run } from "./run.ts";

/** The runs of this process, each from its reservation until all that goes with its result is kept. */
export class RunRegistry implements Disposable {
  readonly #runs = new Map<string, Run>();
  readonly #listeners = new Set<(finished: FinishedSubagent) => void>();
  readonly #log: (message: string) => void;

  constructor(log: (message: string) => void) {
    this.#log = log;
  }

  /** The run of a subagent that goes on, or waits to. */
  open(subagentId: string): Run | undefined {
    const run = this.#runs.get(subagentId);
    return run?.isOpen === true ? run : undefined;
  }

  /** All that go on, or wait to. */
  *allOpen(): Generator<Run> {
    for (const run of this.#runs.values()) if (run.isOpen) yield run;
  }

  /** Listeners are told of its result, unless an earlier server has recorded that. */
  add(run: Run, isRecorded = false): void {
    const { subagentId } = run.paths;
    this.#runs.set(subagentId, run);
    if (!isRecorded) void run.result.then((result) => this.#notify(run, result));
    void run.kept.then(() => {
      if (this.#runs.get(subagentId) === run) this.#runs.delete(subagentId);
    });
  }

  /** Gives up a run that could not be begun. */
  drop(run: Run): void {
    run[Symbol.dispose]();
    this.#runs.delete(run.paths.subagentId);
  }

  /** Waits until what goes with the last results of these subagents is kept, also of one that is being recorded. */
  async kept(ids: Iterable<string | undefined>): Promise<void> {
    const wanted = [...ids];
    // Whoever reads the record sees the end of that one already.
    const finishing = wanted.map((id) => this.#of(id)).filter((run) => run?.state === "finishing");
    await Promise.all(finishing.map((run) => run?.result));
    await Promise.all(wanted.map((id) => this.#ending(id)?.kept));
  }

  /** The same for all that have ended, also of results that were delivered and could not be recorded yet. */
  async allKept(): Promise<void> {
    const over = [...this.#runs.values()].filter(({ state }) => state === "finishing" || state === "ended");
    await Promise.all(over.map((run) => run.kept));
  }

  /** Returns the function that stops it. */
  onFinished(listener: (finished: FinishedSubagent) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Lets go of all. */
  [Symbol.dispose](): void {
    for (const run of this.#runs.values()) run[Symbol.dispose]();
    this.#runs.clear();
  }

  #of(id: string | undefined): Run | undefined {
    return id === undefined ? undefined : this.#runs.get(id);
  }

  #ending(id: string | undefined): Run | undefined {
    const run = this.#of(id);
    return run?.state === "ended" ? run : undefined;
  }

  #notify(run: Run, result: FinishedSubagent["result"]): void {
    const { ended } = currentRun(run.record);
    const { subagentId } = run.paths;
    if (ended === undefined) return;
    for (const listener of this.#listeners) {
      try {
        listener({ subagentId, run: run.number, ending: ended.ending, result });
      } catch (error) {
        this.#log(`A listener to finished subagents failed: ${(error as Error).message}`);
      }
    }
  }
}
