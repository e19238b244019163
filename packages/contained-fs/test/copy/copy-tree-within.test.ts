import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  containmentInForce,
  copyTreeWithin,
  openRoot,
  type Containment,
  type CopyChoice,
  type CopyLimits,
  type CopyReport,
} from "../../src/index.ts";
import { temporaryTree } from "../temporary-tree.ts";

const modes: Containment[] = containmentInForce() === "walk" ? ["walk", "lstat"] : ["lstat"];
const ample: CopyLimits = { maxBytes: 1e8, maxEntries: 1000, maxDepth: 20, maxMilliseconds: 60_000 };
const megabyte = 1024 * 1024;

describe.each(modes)("by %s", (containment) => {
  const copy = async (
    source: string,
    target: string,
    limits: Partial<CopyLimits> & CopyChoice = {},
  ): Promise<CopyReport> => {
    using from = openRoot(source, { containment });
    using to = openRoot(target, { containment });
    return await copyTreeWithin(
      { root: from, path: "log" },
      { root: to, path: "kept/log" },
      { ...ample, ...limits },
    );
  };

  test("passes over what is not wanted, which counts for nothing, and takes hard links where it is told to", async () => {
    const source = temporaryTree({ "log/one": "1", "log/skipped/two": "2", "log/a/skipped": "3" });
    symlinkSync("one", join(source, "log/link"));
    linkSync(join(source, "log/one"), join(source, "log/same"));
    const target = temporaryTree();
    const wants = (name: string, kind: string) => name !== "skipped" && kind !== "link";
    expect(await copy(source, target, { wants, hardLinks: true, maxEntries: 5 })).toEqual({
      files: 2,
      bytes: 2,
      leftOut: 0,
      reasons: [],
    });
    expect(readdirSync(join(target, "kept/log")).toSorted()).toEqual(["a", "one", "same"]);
    expect(readdirSync(join(target, "kept/log/a"))).toEqual([]);
  });

  test("copies files and directories, and says how much it was", async () => {
    const source = temporaryTree({ "log/status.json": "{}", "log/a/b/answer.txt": "answer" });
    const target = temporaryTree();
    chmodSync(join(source, "log/status.json"), 0o4755);
    expect(await copy(source, target)).toEqual({ files: 2, bytes: 8, leftOut: 0, reasons: [] });
    expect(readFileSync(join(target, "kept/log/a/b/answer.txt"), "utf8")).toBe("answer");
    expect(statSync(join(target, "kept/log/status.json")).mode & 0o7777).toBe(0o755);
  });

  test("copies a link as a link, and nothing of where it leads", async () => {
    const outside = temporaryTree({ "secret.txt": "secret" });
    const source = temporaryTree({ "log/status.json": "{}" });
    symlinkSync(outside, join(source, "log/directory"));
    symlinkSync(join(outside, "secret.txt"), join(source, "log/file"));
    const target = temporaryTree();
    await copy(source, target);
    expect(readlinkSync(join(target, "kept/log/directory"))).toBe(outside);
    expect(readlinkSync(join(target, "kept/log/file"))).toBe(join(outside, "secret.txt"));
  });

  test("is refused when the tree itself is a link, or lies behind one", async () => {
    const outside = temporaryTree({ "log/secret.txt": "secret" });
    const source = temporaryTree();
    symlinkSync(join(outside, "log"), join(source, "log"));
    const target = temporaryTree();
    await expect(copy(source, target)).rejects.toMatchObject({ code: "LINK_REFUSED" });
    expect(existsSync(join(target, "kept"))).toBe(false);
  });

  test("writes through no link in the target", async () => {
    const source = temporaryTree({ "log/a/file.txt": "new", "log/file.txt": "new" });
    const outside = temporaryTree({ "file.txt": "untouched" });
    const target = temporaryTree();
    mkdirSync(join(target, "kept/log"), { recursive: true });
    symlinkSync(outside, join(target, "kept/log/a"));
    symlinkSync(join(outside, "file.txt"), join(target, "kept/log/file.txt"));
    const { leftOut } = await copy(source, target);
    expect(leftOut).toBe(2);
    expect(readFileSync(join(outside, "file.txt"), "utf8")).toBe("untouched");
  });

  test("leaves special files and hard links out, and waits for none", async () => {
    const outside = temporaryTree({ "secret.txt": "secret" });
    const source = temporaryTree({ "log/status.json": "{}" });
    execFileSync("mkfifo", [join(source, "log/fifo")]);
    linkSync(join(outside, "secret.txt"), join(source, "log/hard"));
    const target = temporaryTree();
    const { files, leftOut, reasons } = await copy(source, target);
    expect({ files, leftOut }).toEqual({ files: 1, leftOut: 2 });
    expect(reasons.join("\n")).toMatch(/fifo.*neither[^]*hard.*further hard links|hard[^]*fifo/);
    expect(readdirSync(join(target, "kept/log"))).toEqual(["status.json"]);
  });

  test("keeps holes as holes", async () => {
    const source = temporaryTree({ "log/sparse": "begins" });
    truncateSync(join(source, "log/sparse"), 40 * megabyte);
    const target = temporaryTree();
    const { bytes } = await copy(source, target, { maxBytes: 40 * megabyte });
    const copied = statSync(join(target, "kept/log/sparse"));
    expect(copied.size).toBe(40 * megabyte);
    expect(copied.blocks * 512).toBeLessThanOrEqual(2 * megabyte);
    expect(bytes).toBeLessThanOrEqual(2 * megabyte);
    expect(readFileSync(join(target, "kept/log/sparse")).toString("utf8", 0, 6)).toBe("begins");
    const { files } = await copy(source, temporaryTree(), { maxBytes: 40 * megabyte - 1 });
    expect(files).toBe(0);
  });

  test("writes no more bytes, entries and directories than asked, and names what it left out", async () => {
    const source = temporaryTree({ "log/deep/a/b/file.txt": "deep" });
    for (let index = 0; index < 30; index++) writeFileSync(join(source, `log/f${index}`), "x".repeat(1000));
    const bytes = await copy(source, temporaryTree(), { maxBytes: 5000 });
    expect(bytes.bytes).toBeLessThanOrEqual(5000);
    expect(bytes.reasons).toHaveLength(5);
    expect(bytes.leftOut).toBeGreaterThanOrEqual(25);
    const target = temporaryTree();
    const entries = await copy(source, target, { maxEntries: 10 });
    expect(readdirSync(join(target, "kept/log")).length).toBeLessThanOrEqual(10);
    expect(entries.reasons.join("\n")).toContain("more entries than are copied");
    const shallow = await copy(source, temporaryTree(), { maxDepth: 2 });
    expect(shallow.reasons.join("\n")).toContain("more than 2 directories deep");
    const none = await copy(source, temporaryTree(), { maxMilliseconds: -1 });
    expect(none.files).toBe(0);
    expect(none.reasons.join("\n")).toContain("the time was over");
  });
});
