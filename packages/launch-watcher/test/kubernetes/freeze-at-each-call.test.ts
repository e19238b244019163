import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { eventually, kubernetesCluster } from "@retinue/testkit";
import { CoordinationV1Api } from "@kubernetes/client-node";
import { beforeAll, describe, expect, it } from "vitest";
import type { ChangingCall } from "../changing-calls.ts";
import { callsOf, firstOfEachKind, type Prepare } from "../kill-watchers.ts";
import { noTracer, tracedWatcher } from "../traced-watcher.ts";
import { askedOutbox, holdsWell } from "./asked-outbox.ts";
import type { ClusterOutbox } from "./cluster-outbox.ts";
import { noCluster } from "./test-cluster.ts";

const long = process.env["RETINUE_LONG"] !== undefined;
const missing = noCluster ?? noTracer(process.env["RETINUE_REQUIRE_ALL"]);
const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;
const name = "retinue-watch";
const durationSeconds = 8;
// For another one to take over, and to have answered.
const frozenSeconds = 22;
// Each of them waits most of the time.
const atOnce = long ? 6 : 3;

const prepare: Prepare<ClusterOutbox> = () =>
  askedOutbox({ lease: { name, duration_seconds: durationSeconds } });

// Each has a way of its own in which it is held.
const ways = /POST .*\/jobs$|DELETE .*\/jobs|link .*\.(req|go|resp)$|\/go$|rename.*response/;

/** A watcher stands still before a call, longer than its Lease lasts, and makes it when it wakes. */
async function frozenAt({ name: call, ordinal, what }: ChangingCall): Promise<boolean> {
  const outbox = await prepare();
  const first = await tracedWatcher(outbox, { name: call, ordinal, frozenSeconds });
  let ended = false;
  void first.ended.then(() => (ended = true));
  const hasEnded = () => ended;
  const leases = outbox.admin.makeApiClient(CoordinationV1Api);
  const { namespace } = outbox;
  const isHeld = async () =>
    ((await leases.readNamespacedLease({ namespace, name })).spec?.holderIdentity ?? "") !== "";
  await eventually("it leads", isHeld, 60);
  const second = outbox.start();
  // It may have been frozen elsewhere, or nowhere: its calls have no fixed order.
  const answered = () => existsSync(`${outbox.outbox}/response_a.json`);
  await eventually("it is answered", answered, 90);
  // The first one wakes by then, and ends where another one has taken over.
  const until = performance.now() + (frozenSeconds + durationSeconds) * 1000;
  await Promise.race([first.ended, delay(until - performance.now())]);
  const wasDeposed = hasEnded();
  if (!wasDeposed) first.kill();
  await first.ended;
  const watcher = await second;
  await holdsWell(outbox).catch((cause: unknown) => {
    throw new Error(`frozen before ${what} (${call} ${ordinal})`, { cause });
  });
  await watcher.stop("wait");
  return wasDeposed;
}

describe.skipIf(missing !== undefined)(`a watcher that is frozen before a system call${skipped}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
  });

  it(
    `${long ? "each" : "some"} that changes something, and makes it when another one has taken over: one run, its answer, nothing left`,
    { timeout: long ? 7_200_000 : 600_000 },
    async () => {
      const calls = await callsOf(prepare);
      const left = long ? [...calls] : firstOfEachKind(calls).filter(({ what }) => ways.test(what));
      const aimed = left.length;
      expect(aimed).toBeGreaterThanOrEqual(5);
      let deposed = 0;
      // One that does not hold says nothing of the others.
      const failures: unknown[] = [];
      const next = async (): Promise<void> => {
        const call = left.shift();
        if (call === undefined) return;
        try {
          if (await frozenAt(call)) deposed += 1;
        } catch (error) {
          failures.push(error);
        }
        return next();
      };
      await Promise.all(Array.from({ length: atOnce }, next));
      console.log(`frozen before ${aimed} calls, taken over ${deposed} times`);
      if (failures.length > 0) throw new AggregateError(failures, "after some it does not hold");
      expect(deposed).toBeGreaterThan(aimed / 2);
    },
  );
});
