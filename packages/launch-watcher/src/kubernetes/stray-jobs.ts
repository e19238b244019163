import type { V1Job } from "@kubernetes/client-node";
import { setTimeout as delay } from "node:timers/promises";
import { labelNames } from "../contain/container-identity.ts";
import type { ClusterClient } from "./cluster-client.ts";
import type { FollowedRuns } from "./followed-runs.ts";
import { removeJob } from "./remove-job.ts";

const againMilliseconds = 2000;

/**
 * Removes Jobs of a launcher that nobody works on, as soon as the cluster tells of them: a watcher that was killed or
 * frozen had asked for them, and was heard when the next one had answered. Nothing of them ran, since nobody says "go".
 */
export class StrayJobs {
  readonly #client: ClusterClient;
  readonly #runs: FollowedRuns;
  readonly #known = new Set<string>();
  readonly #removing = new Set<string>();

  constructor(client: ClusterClient, runs: FollowedRuns) {
    this.#client = client;
    this.#runs = runs;
  }

  /** Somebody works on it. */
  know(name: string): void {
    this.#known.add(name);
  }

  /** Nobody does any more: one of that name that comes is a stray. */
  forget(name: string): void {
    this.#known.delete(name);
  }

  /** From now on, for as long as the client lives. */
  remove(launcher: string, onRemove: (name: string) => void): void {
    this.#runs.eachJob(({ metadata }: V1Job) => {
      const { name = "", labels, deletionTimestamp } = metadata ?? {};
      const isStray = labels?.[labelNames.launcher] === launcher && !this.#known.has(name);
      if (!isStray || deletionTimestamp !== undefined || this.#removing.has(name)) return;
      onRemove(name);
      void this.#removeStray(name);
    });
  }

  async #removeStray(name: string): Promise<void> {
    const { ended } = this.#client;
    this.#removing.add(name);
    while (!ended.aborted && !this.#known.has(name)) {
      try {
        await removeJob(this.#client, this.#runs, name);
        break;
      } catch {
        await delay(againMilliseconds, undefined, { signal: ended }).catch(() => {});
      }
    }
    this.#removing.delete(name);
  }
}
