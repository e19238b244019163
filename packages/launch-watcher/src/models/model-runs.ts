import {
  ModelBrokerError,
  startBroker,
  type BrokerClient,
  type OpenRunInput,
  type StartBrokerOptions,
  type Tally,
} from "@retinue/model-broker";
import { LaunchWatcherError } from "../launch-watcher-error.ts";

const lookMs = 2000;

export type ModelRunsLog = (event: {
  readonly level: "warn" | "error";
  readonly event: string;
  readonly [detail: string]: unknown;
}) => void;

/**
 * The runs of this watcher at the host's broker, which is a process of its own: one that is gone is started again, and
 * the runs are opened there anew. A watcher that ends leaves broker and runs as they are, for the next one.
 */
export class ModelRuns implements Disposable {
  readonly #start: StartBrokerOptions;
  readonly #log: ModelRunsLog;
  readonly #open = new Map<string, OpenRunInput>();
  readonly #timer: NodeJS.Timeout;
  #instance = "";
  #isLooking = false;

  constructor(start: StartBrokerOptions, log: ModelRunsLog) {
    this.#start = start;
    this.#log = log;
    this.#timer = setInterval(() => void this.#look(), lookMs).unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /**
   * Opens the socket of a run of which nothing runs yet.
   *
   * @returns Its directory.
   * @throws LaunchWatcherError MODELS_FAILED, REQUEST_REFUSED.
   */
  async open(run: OpenRunInput): Promise<string> {
    const broker = await this.#broker();
    try {
      return await this.#opened(broker, run);
    } catch (error) {
      if (!isCode(error, "RUN_OPEN")) throw failed(error);
      // Of an earlier try, which had another end in time.
      await broker.close(run.run).catch(() => undefined);
      return this.#opened(broker, run).catch((again: unknown) => {
        throw failed(again);
      });
    }
  }

  /** Goes on with a run that an earlier watcher has let go: what is open stays as it is. */
  async resume(run: OpenRunInput): Promise<void> {
    try {
      await this.#opened(await this.#broker(), run);
    } catch (error) {
      if (isCode(error, "RUN_OPEN")) this.#open.set(run.run, run);
      else this.#logFailure(error, run.run);
    }
  }

  /** Ends a run's calls. What it has spent, where that can be told; it stays known until it is forgotten. */
  async close(run: string): Promise<Tally | undefined> {
    const input = this.#open.get(run);
    this.#open.delete(run);
    try {
      const broker = await this.#broker();
      try {
        return (await broker.close(run)).run;
      } catch (error) {
        if (!isCode(error, "UNKNOWN_RUN") || input === undefined) throw error;
        // The broker was killed meanwhile: the ledger says it.
        await broker.open(input);
        return (await broker.close(run)).run;
      }
    } catch (error) {
      if (!isCode(error, "UNKNOWN_RUN")) this.#logFailure(error, run);
      return undefined;
    }
  }

  /** Its answer is recorded. What it has spent stays in the count of its parent. */
  async forget(run: string, parent: string): Promise<void> {
    await this.close(run);
    try {
      await (await this.#broker()).forget(run, parent);
    } catch (error) {
      this.#logFailure(error, run);
    }
  }

  /** Those that are open at the broker, whoever opened them. */
  async known(): Promise<string[]> {
    return (await (await this.#broker()).status()).runs;
  }

  async #opened(broker: BrokerClient, run: OpenRunInput): Promise<string> {
    const directory = await broker.open(run);
    this.#open.set(run.run, run);
    return directory;
  }

  /** The broker; one that was started anew is told of what is open. */
  async #broker(): Promise<BrokerClient> {
    try {
      const broker = await startBroker(this.#start);
      const { instance } = await broker.status();
      if (instance === this.#instance) return broker;
      this.#instance = instance;
      if (this.#open.size > 0) this.#log({ level: "warn", event: "broker_restarted", runs: this.#open.size });
      for (const run of this.#open.values()) await this.#openAgain(broker, run);
      return broker;
    } catch (error) {
      throw failed(error);
    }
  }

  async #openAgain(broker: BrokerClient, run: OpenRunInput): Promise<void> {
    try {
      await broker.open(run);
    } catch (error) {
      this.#logFailure(error, run.run);
    }
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#open.size === 0) return;
    this.#isLooking = true;
    try {
      await this.#broker();
    } catch (error) {
      this.#logFailure(error);
    } finally {
      this.#isLooking = false;
    }
  }

  #logFailure(error: unknown, run?: string): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#log({ level: "error", event: "models_failed", ...(run !== undefined && { run }), reason });
  }
}

function isCode(error: unknown, code: string): boolean {
  const given = error instanceof LaunchWatcherError ? error.cause : error;
  return given instanceof ModelBrokerError && given.code === code;
}

function failed(error: unknown): LaunchWatcherError {
  if (!(error instanceof ModelBrokerError)) throw error;
  const { message, remedy } = error;
  return new LaunchWatcherError("MODELS_FAILED", `the models of this run: ${message}.`, {
    remedy,
    cause: error,
  });
}
