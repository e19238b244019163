import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { entryAt, listNames, makeDirectory, readText, removeFile, setAside } from "../../src/index.ts";
import { refusal } from "../refusal.ts";
import { temporaryTree } from "../temporary-tree.ts";

const limit = { maxBytes: 100 };

test("reads a document of ours in bounds, and what took its place not at all", () => {
  const root = temporaryTree({ "run.json": "{}", "large.json": "x".repeat(101), "second.json": "two" });
  execFileSync("mkfifo", [join(root, "fifo.json")]);
  symlinkSync("run.json", join(root, "link.json"));
  symlinkSync("/dev/zero", join(root, "zero.json"));
  linkSync(join(root, "second.json"), join(root, "third.json"));
  mkdirSync(join(root, "directory.json"));
  const read = (name: string) => readText(join(root, name), limit);
  expect(read("run.json")).toBe("{}");
  expect(read("second.json")).toBe("two");
  expect(read("none.json")).toBeUndefined();
  expect(read("none/none.json")).toBeUndefined();
  expect(refusal(() => read("large.json"))).toBe("TOO_LARGE");
  expect(refusal(() => read("fifo.json"))).toBe("NOT_REGULAR");
  expect(refusal(() => read("directory.json"))).toBe("NOT_REGULAR");
  expect(refusal(() => read("link.json"))).toBe("LINK_REFUSED");
  expect(refusal(() => read("zero.json"))).toBe("LINK_REFUSED");
});

test("reads what has no size, as the files of /proc", (context) => {
  if (process.platform !== "linux") context.skip("there is no /proc");
  expect(readText("/proc/self/status", { maxBytes: 64 * 1024 })).toContain("Pid:");
});

test("lists names in bounds, none where nothing is", () => {
  const root = temporaryTree({ a: "", b: "", c: "" });
  expect(listNames(root, { maxEntries: 10 }).toSorted()).toEqual(["a", "b", "c"]);
  expect(listNames(root, { maxEntries: 2 })).toHaveLength(2);
  expect(listNames(join(root, "none"), { maxEntries: 2 })).toEqual([]);
  expect(refusal(() => listNames(join(root, "a"), { maxEntries: 2 }))).toBe("NOT_A_DIRECTORY");
});

test("makes directories, removes files, sets aside what is damaged", () => {
  const root = temporaryTree({ "registry.json": "torn" });
  makeDirectory(join(root, "one/two"));
  makeDirectory(join(root, "one/two"));
  const aside = setAside(join(root, "registry.json"));
  expect(readFileSync(aside, "utf8")).toBe("torn");
  removeFile(aside);
  removeFile(aside);
  expect(readdirSync(root)).toEqual(["one"]);
  expect(refusal(() => removeFile(join(root, "one")))).not.toBe("none");
  expect(entryAt(join(root, "one"))?.kind).toBe("directory");
  expect(entryAt(join(root, "registry.json/below"))).toBeUndefined();
});
