import { expect, test } from "vitest";
import { ProgressFeed } from "../../src/run/progress-feed.ts";

test("a reader gets the value as it is when it looks, and the end", async () => {
  let value = 0;
  const feed = new ProgressFeed(async () => value);
  const reading = feed.read();
  const first = reading.next();
  value = 1;
  feed.change();
  expect(await first).toEqual({ done: false, value: 1 });
  for (value = 2; value < 5; value++) feed.change();
  expect(await reading.next()).toEqual({ done: false, value: 5 });
  const last = reading.next();
  feed.close();
  expect(await last).toEqual({ done: true, value: undefined });
});

test("what changed before anybody read is read once, also after the end", async () => {
  const feed = new ProgressFeed(async () => "x");
  feed.change();
  feed.close();
  expect(await all(feed.read())).toEqual(["x"]);
  expect(await all(feed.read())).toEqual(["x"]);
});

test("a value that cannot be read is left out, and a reader that throws hurts nobody else", async () => {
  let isBroken = true;
  const feed = new ProgressFeed(async () => {
    if (isBroken) throw new Error("unreadable");
    return "x";
  });
  const throwing = (async () => {
    for await (const value of feed.read()) throw new Error(value);
  })();
  const other = all(feed.read());
  feed.change();
  await Promise.resolve();
  isBroken = false;
  feed.change();
  await expect(throwing).rejects.toThrow("x");
  feed.close();
  expect(await other).toEqual(["x"]);
});

test("an aborted reading ends", async () => {
  const feed = new ProgressFeed(async () => "x");
  const stopping = new AbortController();
  const reading = all(feed.read(stopping.signal));
  stopping.abort();
  expect(await reading).toEqual([]);
  expect(await all(feed.read(AbortSignal.abort()))).toEqual([]);
});

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = [];
  for await (const value of values) seen.push(value);
  return seen;
}
