import { kubernetesCluster } from "@retinue/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { startWatcher } from "../../src/index.ts";
import type { ChangingCall } from "../changing-calls.ts";
import { callsOf, firstOfEachKind, killAtEach, type Prepare } from "../kill-watchers.ts";
import { noTracer } from "../traced-watcher.ts";
import { askedOutbox, holdsWell } from "./asked-outbox.ts";
import type { ClusterOutbox } from "./cluster-outbox.ts";
import { noCluster } from "./test-cluster.ts";

const long = process.env["RETINUE_LONG"] !== undefined;
const missing = noCluster ?? noTracer(process.env["RETINUE_REQUIRE_ALL"]);
const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;

const prepare: Prepare<ClusterOutbox> = () => askedOutbox();

// What the kills of the watcher on Docker have not.
const ofCluster = /(POST|DELETE) .*\/jobs|\/go$|\.resp$/;

/** Each call in the long form; in the short one the first of each kind by which the cluster knows of a run. */
function choose(calls: readonly ChangingCall[]): readonly ChangingCall[] {
  return long ? calls : firstOfEachKind(calls).filter(({ what }) => ofCluster.test(what));
}

describe.skipIf(missing !== undefined)(`a watcher of Jobs that is killed at a system call${skipped}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
  });

  it(
    `${long ? "each" : "each kind"} that changes something: one run, its answer, nothing left`,
    { timeout: long ? 3_600_000 : 600_000 },
    async () => {
      const calls = await callsOf(prepare);
      const chosen = choose(calls);
      console.log(
        `killed at ${chosen.length} of ${calls.length} calls: ${chosen.map(({ what }) => what).join("; ")}`,
      );
      expect(chosen.length).toBeGreaterThanOrEqual(4);
      // Its calls come in no fixed order: it dies there, or nearby.
      const { tried, kills, at } = await killAtEach(chosen, { prepare, holds, exact: false });
      console.log(`${kills} kills in ${tried} tries, at ${at.size} different calls that change something`);
      expect(kills).toBeGreaterThan(tried / 2);
    },
  );
});

async function holds(outbox: ClusterOutbox): Promise<void> {
  const last = await startWatcher({ config: outbox.config, log: (event) => outbox.events.push(event) });
  try {
    await holdsWell(outbox);
  } finally {
    await last.stop("wait");
  }
}
