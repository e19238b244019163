import { expect, test } from "vitest";
import { promptArgument } from "../../src/index.ts";

test("a prompt is an argument as long as it fits into one", () => {
  expect(promptArgument("Count.", "/w/prompt.md")).toBe("Count.");
  const fits = "x".repeat(100 * 1024);
  expect(promptArgument(fits, "/w/prompt.md")).toBe(fits);
});

test("one that does not, counted in bytes, is replaced by where it is to be read", () => {
  const long = "é".repeat(60 * 1024);
  expect(promptArgument(long, "/w/prompt.md")).toMatch(/Read all of \/w\/prompt\.md/);
});
