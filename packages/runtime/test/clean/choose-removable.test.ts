import { expect, test } from "vitest";
import { chooseRemovable } from "../../src/clean/choose-removable.ts";

const day = 86_400_000;
const now = 100 * day;
/** Ended so many days ago, each with 10 bytes. */
const items = [3, 1, 2].map((days) => ({ days, endedMs: now - days * day, bytes: 10 }));

function chosen(options: Parameters<typeof chooseRemovable>[2], otherBytes = 0) {
  const { removed, kept } = chooseRemovable(items, otherBytes, options, now);
  return [removed.map(({ days }) => days), kept.map(({ item, because }) => `${item.days} ${because}`)];
}

test.each([
  ["all without options, the oldest first", {}, 0, [3, 2, 1], []],
  ["by age", { olderThanSeconds: 2 * 86_400 }, 0, [3, 2], ["1 recent"]],
  ["by size: the oldest, until what stays fits", { keepBytes: 20 }, 0, [3], ["2 fits", "1 fits"]],
  ["by size, of which others take a part", { keepBytes: 20 }, 15, [3, 2, 1], []],
  [
    "by both: the young stay, though all take more",
    { keepBytes: 0, olderThanSeconds: 3 * 86_400 },
    0,
    [3],
    ["2 recent", "1 recent"],
  ],
])("%s", (_what, options, otherBytes, removed, kept) => {
  expect(chosen(options, otherBytes)).toEqual([removed, kept]);
});

test("one whose end cannot be told is not older than anything", () => {
  const unknown = [{ endedMs: Number.NaN, bytes: 1 }];
  expect(chooseRemovable(unknown, 0, { olderThanSeconds: 0 }, now).removed).toEqual([]);
});
