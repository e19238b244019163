import { expect, test } from "vitest";
import { Gathering } from "../../src/record/gathering.ts";

/** A gathering whose writes end when the test says so. */
function gathering() {
  const batches: (readonly string[])[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const gathered = new Gathering<string>(new AbortController().signal, (items) => {
    batches.push(items);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    ends.push((error) => (error === undefined ? resolve() : reject(error)));
    return promise;
  });
  return { gathered, batches, ends };
}

test("what comes alone is written at once; what comes during a write is written together, once", async () => {
  const { gathered, batches, ends } = gathering();
  const first = gathered.add("a");
  await expect.poll(() => batches).toEqual([["a"]]);
  const others = ["b", "c", "d"].map((item) => gathered.add(item));
  expect(batches).toHaveLength(1);
  ends[0]?.();
  await first;
  await expect.poll(() => batches).toEqual([["a"], ["b", "c", "d"]]);
  ends[1]?.();
  await Promise.all(others);
});

test("who is in a batch that fails hears of it, and nobody else", async () => {
  const { gathered, batches, ends } = gathering();
  const first = gathered.add("a");
  first.catch(() => {});
  await expect.poll(() => batches).toHaveLength(1);
  const later = gathered.add("b");
  ends[0]?.(new Error("disk full"));
  await expect(first).rejects.toThrow("disk full");
  await expect.poll(() => batches).toEqual([["a"], ["b"]]);
  ends[1]?.();
  await later;
});
