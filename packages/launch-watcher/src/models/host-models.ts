import {
  lastCalls,
  networkModels,
  type ModelRuns,
  type NetworkModels,
  type OpenRunInput,
  type RemoteRuns,
  type Routes,
} from "@retinue/model-broker";
import { lookup } from "node:dns/promises";
import type { LoggedCall } from "@retinue/engine-contract";
import { join } from "node:path";
import type { OutboxConfig } from "../configure/watcher-config.ts";

/** The models of this host, for runs of its outboxes. */
export class HostModels implements Disposable {
  readonly runs: ModelRuns;
  readonly #keys: Readonly<Record<string, string>>;
  readonly #launcher: string;
  readonly #calls: string;
  readonly #remote: RemoteRuns | undefined;

  /**
   * @param keys By the name of the route; they are told to the broker alone.
   * @param calls Directory in which the calls of each run are written down.
   * @param remote Where the broker is on another machine, which has the keys and writes the calls down.
   */
  constructor(
    runs: ModelRuns,
    keys: Readonly<Record<string, string>>,
    launcher: string,
    { calls, remote }: { readonly calls: string; readonly remote?: RemoteRuns | undefined },
  ) {
    this.runs = runs;
    this.#remote = remote;
    this.#keys = keys;
    this.#launcher = launcher;
    this.#calls = calls;
  }

  [Symbol.dispose](): void {
    this.runs[Symbol.dispose]();
  }

  /** Who pays for the runs of an outbox. */
  payer(outbox: string): string {
    return `${this.#launcher} ${outbox}`;
  }

  /** Where the calls of a run are written down until it is cleaned up. */
  callFile(name: string): string {
    return join(this.#calls, `${name}.jsonl`);
  }

  /** Whether runs ask over the network, each by a token. */
  get isRemote(): boolean {
    return this.#remote !== undefined;
  }

  /** How a run with that token finds the broker: by its address, since a run has no resolver. */
  async network(token: string): Promise<NetworkModels | undefined> {
    if (this.#remote === undefined) return undefined;
    const { address } = await lookup(this.#remote.address.host);
    return networkModels(this.#remote, address, token);
  }

  /** The last calls of a run, oldest first. */
  async calls(name: string): Promise<LoggedCall[]> {
    return this.isRemote ? this.runs.calls(name) : lastCalls(this.callFile(name));
  }

  /** What the broker is asked to open for a run. @param sha256 Of its token, where it has one. */
  input(
    name: string,
    { name: outbox, model_limits: limits }: Pick<OutboxConfig, "name" | "model_limits">,
    {
      routes,
      deadline,
      sha256,
    }: { readonly routes: Routes; readonly deadline: Date; readonly sha256?: string | undefined },
  ): OpenRunInput {
    const keys = Object.entries(this.#keys).filter(([route]) => Object.hasOwn(routes, route));
    return {
      run: name,
      parent: this.payer(outbox),
      routes,
      keys: Object.fromEntries(keys),
      limits: { ...limits.run, deadline_at: deadline.toISOString() },
      parent_limits: limits.outbox,
      ...(sha256 === undefined ? { log: this.callFile(name) } : { token_sha256: sha256 }),
    };
  }
}
