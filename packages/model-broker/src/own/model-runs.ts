import type { LoggedCall } from "@retinue/engine-contract";
import type { Access } from "../configure/access.ts";
import type { OpenRunInput } from "../configure/open-run.ts";
import type { BrokerClient } from "../control/connect-broker.ts";
import { startBroker, type RemoteBroker, type StartBrokerOptions } from "../control/start-broker.ts";
import type { Tally } from "../ledger/tally.ts";
import { ModelBrokerError, type ModelBrokerErrorCode } from "../model-broker-error.ts";

/** Until a broker that could not be started is tried again. */
const againMs = 2000;

export type ModelRunsLog = (event: {
  readonly level: "warn" | "error";
  readonly event: string;
  readonly [detail: string]: unknown;
}) => void;

/**
 * The runs of one owner at the host's broker, which is a process of its own: one that is gone is started again, and
 * the runs are opened there anew. An owner that ends leaves broker and runs as they are, for the next one.
 */
export class ModelRuns implements Disposable {
  readonly #start: StartBrokerOptions | RemoteBroker;
  readonly #log: ModelRunsLog;
  readonly #open = new Map<string, OpenRunInput>();
  #instance = "";
  /** Tells when the broker has gone. */
  #attending: Disposable | undefined;
  #again: NodeJS.Timeout | undefined;

  constructor(start: StartBrokerOptions | RemoteBroker, log: ModelRunsLog) {
    this.#start = start;
    this.#log = log;
  }

  [Symbol.dispose](): void {
    this.#attending?.[Symbol.dispose]();
    clearTimeout(this.#again);
  }

  /**
   * Opens the socket of a run of which nothing runs yet.
   *
   * @returns Its directory.
   * @throws ModelBrokerError.
   */
  async open(run: OpenRunInput): Promise<string> {
    try {
      return await this.#opened(run);
    } catch (error) {
      if (!isCode(error, "RUN_OPEN")) throw error;
      // Of an earlier try, which had another end in time.
      await this.#ask((broker) => broker.close(run.run)).catch(() => undefined);
      return this.#opened(run);
    }
  }

  /** Goes on with a run that an earlier owner has let go: what is open stays as it is. */
  async resume(run: OpenRunInput): Promise<void> {
    try {
      await this.#opened(run);
    } catch (error) {
      if (isCode(error, "RUN_OPEN")) this.#open.set(run.run, run);
      else this.#logFailure(error, run.run);
    }
  }

  /** How a run that was opened with a token is reached. @throws ModelBrokerError. */
  async access(run: string): Promise<Access> {
    return this.#ask((broker) => broker.access(run));
  }

  /** The last calls of a run of the network; none where they cannot be told. */
  async calls(run: string): Promise<LoggedCall[]> {
    try {
      return await this.#ask((broker) => broker.calls(run));
    } catch (error) {
      this.#logFailure(error, run);
      return [];
    }
  }

  /** Ends a run's calls. What it has spent, where that can be told; it stays known until it is forgotten. */
  async close(run: string): Promise<Tally | undefined> {
    const input = this.#open.get(run);
    this.#open.delete(run);
    try {
      return await this.#ask(async (broker) => {
        try {
          return (await broker.close(run)).run;
        } catch (error) {
          if (!isCode(error, "UNKNOWN_RUN") || input === undefined) throw error;
          // The broker was killed meanwhile: the ledger says it.
          await broker.open(input);
          return (await broker.close(run)).run;
        }
      });
    } catch (error) {
      if (!isCode(error, "UNKNOWN_RUN")) this.#logFailure(error, run);
      return undefined;
    }
  }

  /** Its answer is recorded. What it has spent stays in the count of its parent, where it has one. */
  async forget(run: string, parent?: string): Promise<void> {
    await this.close(run);
    try {
      await this.#ask((broker) => broker.forget(run, parent));
    } catch (error) {
      this.#logFailure(error, run);
    }
  }

  /** Those that are open at the broker, whoever opened them. */
  async known(): Promise<string[]> {
    return (await this.#ask((broker) => broker.status())).runs;
  }

  async #opened(run: OpenRunInput): Promise<string> {
    const directory = await this.#ask((broker) => broker.open(run));
    this.#open.set(run.run, run);
    return directory;
  }

  /** Says it to the broker; once more to the next one where this one went in the middle of it. */
  async #ask<T>(say: (broker: BrokerClient) => Promise<T>): Promise<T> {
    const broker = await this.#broker();
    try {
      return await say(broker);
    } catch (error) {
      if (!isCode(error, "BROKER_FAILED")) throw error;
      return say(await this.#broker());
    }
  }

  /** The broker; one that was started anew is told of what is open. */
  async #broker(): Promise<BrokerClient> {
    const broker = await startBroker(this.#start);
    const { instance } = await broker.status().catch(async () => {
      // It went just now.
      await startBroker(this.#start);
      return broker.status();
    });
    if (instance === this.#instance) return broker;
    this.#instance = instance;
    this.#attending?.[Symbol.dispose]();
    this.#attending = broker.attend(() => void this.#look());
    if (this.#open.size > 0) this.#log({ level: "warn", event: "broker_restarted", runs: this.#open.size });
    for (const run of this.#open.values()) await this.#openAgain(broker, run);
    return broker;
  }

  async #openAgain(broker: BrokerClient, run: OpenRunInput): Promise<void> {
    try {
      await broker.open(run);
    } catch (error) {
      this.#logFailure(error, run.run);
    }
  }

  /** The broker has gone: what is open is opened at the next one. */
  async #look(): Promise<void> {
    clearTimeout(this.#again);
    if (this.#open.size === 0) return;
    try {
      await this.#broker();
    } catch (error) {
      this.#logFailure(error);
      this.#again = setTimeout(() => void this.#look(), againMs).unref();
    }
  }

  #logFailure(error: unknown, run?: string): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#log({ level: "error", event: "models_failed", ...(run !== undefined && { run }), reason });
  }
}

function isCode(error: unknown, code: ModelBrokerErrorCode): boolean {
  return error instanceof ModelBrokerError && error.code === code;
}
