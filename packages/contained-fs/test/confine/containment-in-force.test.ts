import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { containmentInForce, isPathComponent, withRoot } from "../../src/index.ts";
import { temporaryTree } from "../temporary-tree.ts";

test("the walk is in force where there is a /proc, and a root says which one holds", () => {
  const sound = process.platform === "linux" && existsSync("/proc/self/fd");
  expect(containmentInForce()).toBe(sound ? "walk" : "lstat");
  expect(withRoot(temporaryTree(), ({ containment }) => containment)).toBe(containmentInForce());
});

test.each(["a", "gpt-4.1", "agent 1", "n".repeat(255)])("%j may be a component", (name) => {
  expect(isPathComponent(name)).toBe(true);
});

test.each(["", ".", "..", "a/b", "a\0", "n".repeat(256)])("%j may not", (name) => {
  expect(isPathComponent(name)).toBe(false);
});
