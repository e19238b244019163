import { expect, onTestFinished, test } from "vitest";
import { deliveredOnce } from "../invariants/delivered-once.ts";
import { oneOutcome } from "../invariants/one-outcome.ts";
import { launchedOnce } from "../invariants/launched-once.ts";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { makeClient } from "../world/client.ts";
import type { Evidence } from "../world/evidence.ts";
import { peersOwn } from "../world/timeline.ts";
import { makeWorld } from "../world/world.ts";

/** A world in which nothing has happened. */
function quiet(): Evidence {
  const world = makeWorld();
  onTestFinished(() => world.remove());
  const hit = { end: { code: 0, signal: null }, asked: true, stderr: "" };
  return {
    world,
    client: makeClient(),
    fault: { what: "none", endsServer: false },
    hit,
    complaints: [],
    rows: [],
  };
}

test("an engine that starts twice for one marker is seen", async () => {
  const evidence = quiet();
  evidence.client.asked.push(
    { subagentId: "a", outcome: "replied", at: 1 },
    { subagentId: "a", outcome: "replied", at: 2 },
  );
  appendFileSync(join(evidence.world.base, "starts"), "a one\na two\n");
  expect(await launchedOnce(evidence)).toEqual([]);
  appendFileSync(join(evidence.world.base, "starts"), "a two\n");
  expect((await launchedOnce(evidence)).join()).toContain("the engine of two was started more than once");
});

test("a result that comes twice is seen, but for a reply after which its server answered no call", async () => {
  const evidence = quiet();
  const delivery = { subagentId: "a", run: "answer of one", server: 1, reply: 1, isUnrecorded: false };
  evidence.client.deliveries.push(delivery, { ...delivery, server: 2 });
  evidence.client.replies.push(1, 1);
  expect(await deliveredOnce(evidence)).toHaveLength(1);
  const died = { end: { code: null, signal: "SIGKILL" }, asked: false, stderr: "" };
  expect(await deliveredOnce({ ...evidence, hit: died })).toEqual([]);
  evidence.client.known[0] = 1;
  expect(await deliveredOnce({ ...evidence, hit: died })).toHaveLength(1);
});

test("what a peer that left said it could not record may be in no record, and come again", async () => {
  const evidence = quiet();
  const { asked, deliveries, peers } = evidence.client;
  asked.push({ subagentId: peersOwn, outcome: "replied", at: 1 });
  deliveries.push({ subagentId: peersOwn, run: "error", server: 2, reply: 1, isUnrecorded: true });
  expect(await oneOutcome(evidence)).toHaveLength(2);
  const again = { subagentId: peersOwn, run: "error", server: 3, reply: 1, isUnrecorded: false };
  deliveries.push(again);
  expect(await deliveredOnce(evidence)).toHaveLength(1);
  peers.push(2);
  expect(await oneOutcome(evidence)).toEqual([]);
  expect(await deliveredOnce(evidence)).toEqual([]);
});
