import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createFileExclusive, writeFileAtomic } from "../../src/index.ts";
import { missing } from "../missing.ts";
import { refusal } from "../refusal.ts";
import { temporaryTree } from "../temporary-tree.ts";

test("replaces the content and leaves nothing beside it", () => {
  const root = temporaryTree({ "run.json": "old" });
  writeFileAtomic(join(root, "run.json"), "new");
  writeFileAtomic(join(root, "bytes"), new Uint8Array([1, 2]), { mode: 0o600 });
  expect(readFileSync(join(root, "run.json"), "utf8")).toBe("new");
  expect([...readFileSync(join(root, "bytes"))]).toEqual([1, 2]);
  expect(statSync(join(root, "bytes")).mode & 0o777).toBe(0o600);
  expect(readdirSync(root).toSorted()).toEqual(["bytes", "run.json"]);
});

test("replaces a link and leaves alone what it pointed to", () => {
  const root = temporaryTree({ victim: "untouched" });
  symlinkSync("victim", join(root, "link"));
  writeFileAtomic(join(root, "link"), "new");
  expect(readFileSync(join(root, "victim"), "utf8")).toBe("untouched");
  expect(readFileSync(join(root, "link"), "utf8")).toBe("new");
});

test("leaves nothing behind when it fails", () => {
  const root = temporaryTree();
  mkdirSync(join(root, "taken"));
  expect(refusal(() => writeFileAtomic(join(root, "taken"), "x"))).toBe("NOT_REGULAR");
  expect(readdirSync(root)).toEqual(["taken"]);
  expect(refusal(() => writeFileAtomic(join(root, "absent/file"), "x"))).toBe("NOT_FOUND");
});

test("what was published counts though the private name cannot be taken away", (context) => {
  const root = temporaryTree();
  // Names can be given in such a directory, and none be taken.
  const { status, stderr } = spawnSync("chattr", ["+a", root], { encoding: "utf8" });
  if (status !== 0) return missing(context, `a directory that only grows: ${stderr}`);
  onTestFinished(() => void spawnSync("chattr", ["-a", root]));
  expect(createFileExclusive(join(root, "claimed"), "mine")).toBe(true);
  expect(createFileExclusive(join(root, "claimed"), "another's")).toBe(false);
  expect(readFileSync(join(root, "claimed"), "utf8")).toBe("mine");
});

test("a writer killed at any instant leaves the old content or the new one", async () => {
  const root = temporaryTree({ file: "x".repeat(50_000) });
  const writer = join(import.meta.dirname, "../fixtures/endless-writer.mjs");
  for (let turn = 0; turn < 5; turn++) {
    const child = spawn(process.execPath, [writer, join(root, "file")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    await Promise.race([once(child.stdout, "data"), ended.then(([code]) => expect.fail(`ended by ${code}`))]);
    child.kill("SIGKILL");
    await ended;
    const content = readFileSync(join(root, "file"), "utf8");
    expect(content).toBe((content[0] ?? "").repeat(50_000));
  }
});

test("exactly one of several callers creates a file", () => {
  const root = temporaryTree();
  const path = join(root, "claim");
  expect([createFileExclusive(path, "first"), createFileExclusive(path, "second")]).toEqual([true, false]);
  expect(readFileSync(path, "utf8")).toBe("first");
  expect(readdirSync(root)).toEqual(["claim"]);
  expect(refusal(() => createFileExclusive(join(root, "absent/claim"), "x"))).toBe("NOT_FOUND");
});
