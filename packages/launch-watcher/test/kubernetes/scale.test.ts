import { lstatSync } from "node:fs";
import { join } from "node:path";
import { eventually, installAddon, kubernetesCluster, noAddon } from "@retinue/testkit";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type * as RequestRate from "../../src/kubernetes/request-rate.ts";
import { arrived, orderOf } from "../order-of-arrival.ts";
import { heldMemory } from "../held-memory.ts";
import { clusterOutbox } from "./cluster-outbox.ts";
import { emptyLabel, emptyNodes } from "./empty-nodes/empty-nodes.ts";
import { noCluster } from "./test-cluster.ts";

const many = process.env["RETINUE_LONG"] === undefined ? 50 : 1000;
// Each takes a watch of kwok's while it is at its gate, of which a machine has few.
const atOnce = many === 50 ? 8 : 32;
const nodes = 20;
// However many there are: what the first fifth has not loaded yet, and the collector leaves.
const flatBytes = 16 * 1024 * 1024;
const perSecond = 200;
const callsEach = 12;

// Every call of the watcher asks for its turn first: those of the test do not.
const turns = vi.hoisted(() => ({ taken: 0 }));
vi.mock("../../src/kubernetes/request-rate.ts", async (original) => {
  const { requestRate } = await original<typeof RequestRate>();
  return {
    requestRate(rate: number) {
      const turn = requestRate(rate);
      return async (signal: AbortSignal) => {
        await turn(signal);
        turns.taken += 1;
      };
    },
  };
});

const missing = noCluster ?? noAddon("kwok", process.env["RETINUE_REQUIRE_ALL"]);
const without = missing === undefined ? "" : ` (skipped: ${missing})`;

describe.skipIf(missing !== undefined)(`many Jobs on nodes without machines${without}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
    await installAddon("kwok");
  });

  it(
    `${many}, of which ${atOnce} run at once, are all answered in order of arrival, in flat memory, by few calls`,
    { timeout: 240_000 + many * 3000 },
    async () => {
      const outbox = await clusterOutbox({
        max_concurrent: atOnce,
        outbox: { max_concurrent: atOnce, max_per_minute: many },
        kubernetes: { node_selector: { [emptyLabel]: "yes" }, requests_per_second: perSecond },
      });
      const runs = await emptyNodes(outbox, nodes);
      const names = Array.from({ length: many }, (_, n) => `r${(n * 7919) % many}`);
      const arrival = new Map<string, bigint>();
      for (const name of names) {
        outbox.workspace(name);
        outbox.put(outbox.request(name));
        const { ctimeNs } = lstatSync(join(outbox.outbox, `request_${name}.json`), { bigint: true });
        arrival.set(name, ctimeNs);
      }
      let mostAtOnce = 0;
      let [begun, ended] = [0, 0];
      const watcher = await outbox.start((event) => {
        if (event.event === "started") {
          begun += 1;
          mostAtOnce = Math.max(mostAtOnce, begun - ended);
          runs.end(String(event["container"]));
        }
        if (event.event === "decided") ended += 1;
        // What the test itself keeps of each run is not the watcher's.
        Reflect.deleteProperty(event, "receipt");
      });
      const memory: number[] = [];
      for (const part of [1 / 5, 1]) {
        await eventually(`${part} of them are answered`, () => ended >= part * many, 120 + many * 3);
        memory.push(await heldMemory());
      }
      for (const name of names) expect(await outbox.response(name)).toMatchObject({ status: "completed" });
      await eventually("nothing is left", async () => (await outbox.left()).length === 0, 120);
      await watcher.stop("wait");

      expect(outbox.events.filter(({ event }) => event === "failed")).toEqual([]);
      const { claimed, started, mostOvertaken } = orderOf(outbox.events, arrival);
      expect(claimed).toEqual(arrived(claimed, arrival));
      // Those that are started together may overtake each other, and no others.
      expect(mostOvertaken).toBeLessThan(atOnce);
      expect(started).toHaveLength(many);
      expect(mostAtOnce).toBeLessThanOrEqual(atOnce);
      expect(mostAtOnce).toBeGreaterThan(1);

      const [early = 0, late = 0] = memory;
      const grown = late - early;
      const calls = turns.taken / many;
      console.log(
        `API calls per run: ${calls.toFixed(1)} (aim: at most ${callsEach}); it holds ${(grown / 1024).toFixed(0)} KiB more`,
      );
      expect(calls).toBeLessThanOrEqual(callsEach);
      expect(grown).toBeLessThan(flatBytes);
    },
  );
});
