import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyFileWithin, openRoot } from "../../src/index.ts";
import { temporaryTree } from "../temporary-tree.ts";

async function copy(source: string, target: string, path: string, maxBytes = 1000) {
  using from = openRoot(source);
  using to = openRoot(target);
  const limits = { maxBytes, maxMilliseconds: 60_000 };
  return await copyFileWithin({ root: from, path }, { root: to, path }, limits);
}

test("replaces what has the name, a link or a FIFO too, without writing through it", async () => {
  const source = temporaryTree({ "a/link": "new", "a/fifo": "new" });
  const outside = temporaryTree({ "victim.txt": "untouched" });
  const target = temporaryTree();
  mkdirSync(join(target, "a"));
  symlinkSync(join(outside, "victim.txt"), join(target, "a/link"));
  execFileSync("mkfifo", [join(target, "a/fifo")]);
  await copy(source, target, "a/link");
  await copy(source, target, "a/fifo");
  expect(readFileSync(join(target, "a/link"), "utf8")).toBe("new");
  expect(readFileSync(join(target, "a/fifo"), "utf8")).toBe("new");
  expect(readFileSync(join(outside, "victim.txt"), "utf8")).toBe("untouched");
  expect(readdirSync(join(target, "a")).toSorted()).toEqual(["fifo", "link"]);
});

test("refuses what is too large or no file, and leaves what was there", async () => {
  const source = temporaryTree({ "large.txt": "x".repeat(2000) });
  const target = temporaryTree({ "large.txt": "old" });
  await expect(copy(source, target, "large.txt")).rejects.toMatchObject({ code: "TOO_LARGE" });
  await expect(copy(source, target, "missing.txt")).rejects.toMatchObject({ code: "NOT_FOUND" });
  execFileSync("mkfifo", [join(source, "fifo")]);
  await expect(copy(source, target, "fifo")).rejects.toMatchObject({ code: "NOT_REGULAR" });
  expect(readFileSync(join(target, "large.txt"), "utf8")).toBe("old");
  expect(readdirSync(target)).toEqual(["large.txt"]);
});

test("writes into no directory that is a link", async () => {
  const source = temporaryTree({ "a/file.txt": "new" });
  const outside = temporaryTree({ "file.txt": "untouched" });
  const target = temporaryTree();
  symlinkSync(outside, join(target, "a"));
  await expect(copy(source, target, "a/file.txt")).rejects.toMatchObject({ code: "LINK_REFUSED" });
  expect(readFileSync(join(outside, "file.txt"), "utf8")).toBe("untouched");
});
