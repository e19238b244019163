import { expect, test } from "vitest";
import { isWithin, overlaps } from "../../src/index.ts";

test.for([
  ["/a", "/a", true],
  ["/a/b", "/a", true],
  ["/a/b", "/a/", true],
  ["/a", "/", true],
  ["/", "/", true],
  ["/root10", "/root1", false],
  ["/a", "/a/b", false],
  ["/a/..b", "/a", true],
  ["/a/../b", "/a", false],
  ["/b", "/a", false],
  ["/", "/a", false],
] as const)("%s within %s: %s", ([path, directory, expected]) => {
  expect(isWithin(path, directory)).toBe(expected);
});

test("overlaps either way", () => {
  expect([overlaps("/a/b", "/a"), overlaps("/a", "/a/b"), overlaps("/a/b", "/a/c")]).toEqual([
    true,
    true,
    false,
  ]);
});
