import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { WorkQueue } from "../../src/watch/work-queue.ts";

/** Adds so many pieces of work, of these outboxes by turns; each ends when it is told to. */
function queued(queue: WorkQueue, outboxes: readonly string[], count: number) {
  const started: number[] = [];
  const ends = Array.from({ length: count }, (_, n) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.add(outboxes[n % outboxes.length] ?? "", () => (started.push(n), promise));
    return resolve;
  });
  return { started, end: async (n: number) => (ends[n]?.(), setImmediate()) };
}

test("work is started in the order in which it came, so much at once", async () => {
  const queue = new WorkQueue(8, new Map([["a", 8]]));
  const { started, end } = queued(queue, ["a"], 100);
  expect(started).toHaveLength(8);
  // What ends first is not what was started first.
  for (let n = 0; n < 100; n += 1) await end(n % 2 === 0 ? n + 1 : n - 1);
  expect(started).toEqual(Array.from({ length: 100 }, (_, n) => n));
  await queue.idle();
});

test("an outbox that has all it may is passed over, and the others keep their order", async () => {
  const queue = new WorkQueue(
    3,
    new Map([
      ["a", 1],
      ["b", 2],
    ]),
  );
  const { started, end } = queued(queue, ["a", "b"], 8);
  expect(started).toEqual([0, 1, 3]);
  await end(1);
  await end(0);
  expect(started).toEqual([0, 1, 3, 5, 2]);
  expect([queue.waitingFor("a"), queue.waitingFor("b")]).toEqual([2, 1]);
});

test("what is awaited keeps the queue from being idle until it is hurried; the rest does not", async () => {
  const queue = new WorkQueue(1, new Map());
  const done: string[] = [];
  const milliseconds = 3_600_000;
  queue.later(() => done.push("rest"), { milliseconds, awaited: false });
  await queue.idle();
  queue.later(() => queue.add("a", async () => void done.push("awaited")), { milliseconds, awaited: true });
  const idle = queue.idle().then(() => done.push("idle"));
  await setImmediate();
  expect(done).toEqual([]);
  queue.hurry();
  await idle;
  expect(done).toEqual(["rest", "awaited", "idle"]);
});
