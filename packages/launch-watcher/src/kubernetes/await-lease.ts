import { setTimeout as delay } from "node:timers/promises";
import { V1MicroTime, type V1Lease } from "@kubernetes/client-node";
import type { Leading } from "../contain/leadership.ts";
import { LaunchWatcherError } from "../launch-watcher-error.ts";
import type { ClusterClient } from "./cluster-client.ts";
import { followObjects, versionOf } from "./follow-objects.ts";
import { launcherAnnotation, type LeaseClient } from "./lease-client.ts";

const againMilliseconds = 1000;

/** A Lease that this watcher has taken. */
export interface TakenLease {
  readonly lease: V1Lease;
  /** `performance.now()` and `Date.now()` before it was asked for. */
  readonly asked: { readonly monotonic: number; readonly wall: number };
}

/**
 * Waits until a Lease is free, or was not renewed for as long as its holder said, and takes it. How long that is goes by
 * this watcher's own clock since it heard of the last change; that there was none since is what the API server checks.
 *
 * @throws LaunchWatcherError SPOOL_IN_USE where it is of another spool, ENGINE_FAILED; the signal's reason.
 */
export async function awaitLease(
  client: Pick<ClusterClient, "watch" | "turn" | "ended">,
  leases: LeaseClient,
  { me, launcher, signal, log }: Leading & { readonly me: string },
): Promise<TakenLease> {
  using following = new Following(client, leases);
  let seen = await readLease(leases, signal);
  let seenAt = performance.now();
  let said: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    requireOwn(leases, seen, launcher);
    const { holderIdentity: holder = "", leaseDurationSeconds = 0 } = seen.spec ?? {};
    const left = holder === "" ? 0 : seenAt + leaseDurationSeconds * 1000 - performance.now();
    if (left > 0) {
      if (said !== holder) log({ level: "info", event: "waiting", lease: leases.config.name, holder });
      said = holder;
      const later = await following.laterThan(seen, left, signal);
      if (later !== undefined) [seen, seenAt] = [later, performance.now()];
      continue;
    }
    try {
      const asked = { monotonic: performance.now(), wall: Date.now() };
      const taken = await leases.replace(seen, specOf(seen, me, leases), launcher);
      if (taken !== undefined) return { lease: taken, asked };
      // Somebody else was quicker, or it was renewed and nobody told.
      [seen, seenAt] = [await readLease(leases, signal), performance.now()];
    } catch (error) {
      if (error instanceof LaunchWatcherError) throw error;
      signal.throwIfAborted();
      // The API server is away.
      await delay(againMilliseconds, undefined, { signal }).catch(() => {});
    }
  }
}

/** Read as soon as the API server is there. */
async function readLease(leases: LeaseClient, signal: AbortSignal): Promise<V1Lease> {
  for (;;) {
    try {
      return await leases.read();
    } catch (error) {
      if (error instanceof LaunchWatcherError) throw error;
      signal.throwIfAborted();
      await delay(againMilliseconds, undefined, { signal }).catch(() => {});
    }
  }
}

function specOf({ spec }: V1Lease, me: string, { config }: LeaseClient): NonNullable<V1Lease["spec"]> {
  return {
    holderIdentity: me,
    leaseDurationSeconds: config.duration_seconds,
    leaseTransitions: (spec?.leaseTransitions ?? 0) + 1,
    acquireTime: new V1MicroTime(),
  };
}

function requireOwn({ config }: LeaseClient, { metadata }: V1Lease, launcher: string): void {
  const owner = metadata?.annotations?.[launcherAnnotation];
  if (owner === undefined || owner === launcher) return;
  const message = `the Lease ${config.name} is of the watchers of another spool, ${owner}`;
  throw new LaunchWatcherError("SPOOL_IN_USE", message, {
    remedy: `Give each spool a Lease of its own: kubernetes.lease.name. Where that spool is gone, take the annotation ${launcherAnnotation} off.`,
  });
}

/** Hears of the changes of a Lease, for as long as somebody waits. */
class Following implements Disposable {
  readonly #ending = new AbortController();
  #last: V1Lease | undefined;
  #wake = () => {};

  constructor(client: Pick<ClusterClient, "watch" | "turn" | "ended">, leases: LeaseClient) {
    const take = (lease: V1Lease) => {
      this.#last = lease;
      this.#wake();
    };
    const { namespace, fieldSelector } = leases;
    void followObjects<V1Lease>(
      { ...client, ended: AbortSignal.any([client.ended, this.#ending.signal]) },
      {
        path: `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`,
        selector: { fieldSelector },
        list: () => leases.list(),
        onObject: take,
        onDeleted: () => {},
        onListed: (found) => found.forEach(take),
      },
    );
  }

  /** A later version, once there is one; undefined after so long. @throws the signal's reason. */
  async laterThan(seen: V1Lease, milliseconds: number, signal: AbortSignal): Promise<V1Lease | undefined> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(milliseconds))]);
    while (!until.aborted) {
      if (this.#last !== undefined && versionOf(this.#last) > versionOf(seen)) return this.#last;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        until.addEventListener("abort", () => resolve(), { once: true });
      });
    }
    signal.throwIfAborted();
    return undefined;
  }

  [Symbol.dispose](): void {
    this.#ending.abort();
  }
}
