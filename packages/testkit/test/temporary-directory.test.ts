import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../src/index.ts";

let left = "";

it("gives a directory that is deeper than a path can name in the end", { timeout: 60_000 }, () => {
  left = temporaryDirectory();
  const parts = Array.from({ length: 1900 }, () => "d");
  const [one, other] = ["one", "other"].map((name) => join(left, name, ...parts)) as [string, string];
  for (const end of [one, other]) mkdirSync(end, { recursive: true });
  process.chdir(one);
  try {
    renameSync(join(left, "other"), "other");
  } finally {
    process.chdir(import.meta.dirname);
  }
  expect(existsSync(left)).toBe(true);
});

it("and has removed it when the test has finished", () => {
  expect(left).not.toBe("");
  expect(existsSync(left)).toBe(false);
});
