import type { V1Job, V1Pod } from "@kubernetes/client-node";
import type { ClusterClient } from "./cluster-client.ts";
import { followObjects, versionOf } from "./follow-objects.ts";
import { jobNameLabel, ours } from "./labels.ts";

/** What is known of one run. */
export interface KnownRun {
  readonly job: V1Job | undefined;
  /** The first that was made for it: a Job of ours makes no second one. */
  readonly pod: V1Pod | undefined;
  /** It was there, and is gone. */
  readonly podGone: boolean;
}

interface Entry {
  job?: V1Job | undefined;
  pod?: V1Pod | undefined;
  podGone: boolean;
}

// Far more than can be asked for at one time.
const keptDeleted = 4096;

type Look<T> = (run: KnownRun) => T | undefined;

/**
 * All Jobs and pods of ours in the namespace, as the API server tells of them: followed from the first use on, and
 * asked for by nobody again and again.
 */
export class FollowedRuns {
  readonly #client: ClusterClient;
  readonly #runs = new Map<string, Entry>();
  // What was asked for by name may be answered after the watch has told that it is gone.
  readonly #deleted = new Set<string>();
  readonly #waiting = new Map<string, Set<() => void>>();
  #isFollowing = false;
  #toldOfJob: (job: V1Job) => void = () => {};

  constructor(client: ClusterClient) {
    this.#client = client;
  }

  /** Calls back with each Job that there is, at each change of it. */
  eachJob(told: (job: V1Job) => void): void {
    this.#toldOfJob = told;
    this.#follow();
  }

  /** What is known of a run now. */
  of(name: string): KnownRun {
    const { job, pod, podGone } = this.#runs.get(name) ?? { podGone: false };
    // An earlier Job of that name may have had it.
    if (job !== undefined && pod !== undefined && !isOf(job, pod))
      return { job, pod: undefined, podGone: false };
    return { job, pod, podGone };
  }

  /**
   * Waits until a look at a run finds something.
   *
   * @throws Error when the client is disposed of, or when `signal` is aborted, its reason.
   */
  async until<T>(name: string, look: Look<T>, signal: AbortSignal = this.#client.ended): Promise<T> {
    this.#follow();
    const { ended } = this.#client;
    const either = signal === ended ? ended : AbortSignal.any([signal, ended]);
    for (;;) {
      either.throwIfAborted();
      const found = look(this.of(name));
      if (found !== undefined) return found;
      await this.#change(name, either);
    }
  }

  /** Takes what was asked for by name just now. */
  learn(name: string, { job, pods }: { readonly job?: V1Job; readonly pods?: readonly V1Pod[] }): void {
    this.#follow();
    const isThere = ({ metadata }: V1Job | V1Pod) => !this.#deleted.has(metadata?.uid ?? "");
    if (job !== undefined && isThere(job)) this.#entry(name).job = newer(this.#entry(name).job, job);
    for (const pod of pods ?? []) if (isThere(pod)) this.#takePod(pod);
    this.#tell(name);
  }

  /** Of a run that is over nothing is kept. */
  forget(name: string): void {
    this.#runs.delete(name);
  }

  #follow(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const { namespace, batch, core } = this.#client;
    void Promise.all([
      followObjects<V1Job>(this.#client, {
        path: `/apis/batch/v1/namespaces/${namespace}/jobs`,
        selector: { labelSelector: ours },
        list: () => batch.listNamespacedJob({ namespace, labelSelector: ours }),
        onObject: (job) => this.#takeJob(job),
        onDeleted: (job) => this.#dropJob(job),
        onListed: (jobs, version) => this.#keepJobs(jobs, version),
      }),
      followObjects<V1Pod>(this.#client, {
        path: `/api/v1/namespaces/${namespace}/pods`,
        selector: { labelSelector: ours },
        list: () => core.listNamespacedPod({ namespace, labelSelector: ours }),
        onObject: (pod) => this.#takePod(pod),
        onDeleted: (pod) => this.#dropPod(pod),
        onListed: (pods, version) => this.#keepPods(pods, version),
      }),
    ]);
  }

  #entry(name: string): Entry {
    const entry = this.#runs.get(name) ?? { podGone: false };
    this.#runs.set(name, entry);
    return entry;
  }

  #takeJob(job: V1Job): void {
    const name = job.metadata?.name ?? "";
    this.#entry(name).job = newer(this.#entry(name).job, job);
    this.#tell(name);
    this.#toldOfJob(job);
  }

  #dropJob({ metadata }: V1Job): void {
    const name = metadata?.name ?? "";
    const entry = this.#runs.get(name);
    this.#noteDeleted(metadata?.uid);
    if (entry?.job?.metadata?.uid === metadata?.uid && entry !== undefined) entry.job = undefined;
    this.#tell(name);
    const isOver = entry?.pod === undefined || entry.podGone;
    if (isOver && !this.#waiting.has(name)) this.#runs.delete(name);
  }

  #takePod(pod: V1Pod): void {
    const name = runOf(pod);
    const entry = this.#entry(name);
    const isSame = entry.pod?.metadata?.uid === pod.metadata?.uid;
    const isWanted =
      entry.pod === undefined || entry.podGone || (entry.job !== undefined && isOf(entry.job, pod));
    if (isSame || isWanted) {
      entry.pod = newer(entry.pod, pod);
      entry.podGone = false;
    }
    this.#tell(name);
  }

  #dropPod(pod: V1Pod): void {
    const name = runOf(pod);
    const entry = this.#runs.get(name);
    this.#noteDeleted(pod.metadata?.uid);
    if (entry !== undefined && entry.pod?.metadata?.uid === pod.metadata?.uid) {
      // How it ended may be said by this for the first time.
      entry.pod = pod;
      entry.podGone = true;
    }
    this.#tell(name);
    if (entry?.job === undefined && !this.#waiting.has(name)) this.#runs.delete(name);
  }

  #keepJobs(jobs: readonly V1Job[], version: string): void {
    for (const job of jobs) this.#takeJob(job);
    for (const { job } of this.#runs.values()) if (isMissing(job, jobs, version)) this.#dropJob(job);
  }

  #keepPods(pods: readonly V1Pod[], version: string): void {
    for (const pod of pods) this.#takePod(pod);
    for (const { pod, podGone } of this.#runs.values()) {
      if (!podGone && isMissing(pod, pods, version)) this.#dropPod(pod);
    }
  }

  #noteDeleted(uid = ""): void {
    this.#deleted.add(uid);
    const [oldest = ""] = this.#deleted;
    if (this.#deleted.size > keptDeleted) this.#deleted.delete(oldest);
  }

  #tell(name: string): void {
    for (const wake of this.#waiting.get(name) ?? []) wake();
  }

  async #change(name: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(name) ?? new Set();
    this.#waiting.set(name, waiting.add(resolve));
    const aborted = () => resolve();
    signal.addEventListener("abort", aborted);
    await promise;
    signal.removeEventListener("abort", aborted);
    waiting.delete(resolve);
    if (waiting.size === 0) this.#waiting.delete(name);
  }
}

function isOf(job: V1Job, pod: V1Pod): boolean {
  return (pod.metadata?.ownerReferences ?? []).some(({ uid }) => uid === job.metadata?.uid);
}

function runOf({ metadata }: V1Pod): string {
  return metadata?.labels?.[jobNameLabel] ?? "";
}

/** What a watch tells late is older than what was asked for since. */
function newer<T extends V1Job | V1Pod>(known: T | undefined, told: T): T {
  return known === undefined || versionOf(told) >= versionOf(known) ? told : known;
}

/** Whether a list would have it, if it were there: what was made after the list is in no list. */
function isMissing<T extends V1Job | V1Pod>(
  known: T | undefined,
  listed: readonly T[],
  version: string,
): known is T {
  if (known === undefined || versionOf(known) > BigInt(version || 0)) return false;
  return !listed.some(({ metadata }) => metadata?.uid === known.metadata?.uid);
}
