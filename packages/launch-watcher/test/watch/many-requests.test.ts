import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { eventually, verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { arrived, orderOf } from "../order-of-arrival.ts";
import { heldMemory } from "../held-memory.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox } from "../watched-outbox.ts";

const many = process.env["RETINUE_LONG"] === undefined ? 100 : 500;
const atOnce = 8;
const bytesEach = 20_000;

describe.skipIf(noEngine !== undefined)(`many requests at once${skipped}`, () => {
  it(
    `${many}, of which ${atOnce} run at once, are all answered, begun in order of arrival, in flat memory ${verifies("HOST-RUNS")}`,
    { timeout: 120_000 + many * 4000 },
    async () => {
      const watched = await watchedOutbox({
        engine_command: ["/bin/sh", "-c", "echo x >> /workspace/ran"],
        max_concurrent: atOnce,
        outbox: { max_concurrent: atOnce, max_per_minute: many },
      });
      const names = Array.from({ length: many }, (_, n) => `r${(n * 7919) % many}`);
      const arrival = new Map<string, bigint>();
      for (const name of names) {
        watched.workspace(name);
        watched.put(watched.request(name));
        const { ctimeNs } = lstatSync(join(watched.outbox, `request_${name}.json`), { bigint: true });
        arrival.set(name, ctimeNs);
      }
      await watched.start();
      const memory: number[] = [];
      const descriptors: number[] = [];
      for (const part of [1 / 5, 1]) {
        const answered = () => watched.events.filter(({ event }) => event === "decided").length;
        await eventually(`${part} of them are answered`, () => answered() >= part * many, many * 4);
        // What the test itself keeps of each run is not the watcher's.
        for (const event of watched.events) Reflect.deleteProperty(event, "receipt");
        memory.push(await heldMemory());
        descriptors.push(readdirSync("/proc/self/fd").length);
      }
      for (const name of names) expect(await watched.response(name)).toMatchObject({ status: "completed" });
      await eventually("nothing is left", async () => (await watched.left()).length === 0);

      const { claimed, started, mostOvertaken } = orderOf(watched.events, arrival);
      expect(claimed).toEqual(arrived(claimed, arrival));
      // Those that are started together may overtake each other, and no others.
      expect(mostOvertaken).toBeLessThan(atOnce);
      expect(started).toHaveLength(many);

      const [early = 0, late = 0] = memory;
      expect((late - early) / (many * 0.8)).toBeLessThan(bytesEach);
      expect(Math.max(...descriptors)).toBeLessThan(Math.min(...descriptors) + 8 * atOnce);
    },
  );
});
