import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, onTestFinished, test } from "vitest";
import {
  changedAtWithin,
  closeRoot,
  holdDirectoryWithin,
  kindWithin,
  openRoot,
  releaseDirectory,
  removeEntryWithin,
  renameNewWithin,
  renameWithin,
  rootOfHeld,
} from "../../src/index.ts";

/** A root that was moved away since it was opened, and what was put in its place. */
function movedRoot() {
  const base = temporaryDirectory();
  const [path, moved, victim] = ["root", "moved", "victim"].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [path, victim]) mkdirSync(each);
  const held = holdDirectoryWithin(path, "");
  onTestFinished(() => releaseDirectory(held));
  const root = openRoot(path);
  onTestFinished(() => closeRoot(root));
  renameSync(path, moved);
  symlinkSync(victim, path);
  for (const name of ["a", "b"]) writeFileSync(join(victim, name), "precious");
  return { root, held, moved, victim };
}

test("entries are renamed, removed and looked at in the directory that was opened", () => {
  const { root, held, moved, victim } = movedRoot();
  writeFileSync(join(moved, "a"), "own");
  expect(changedAtWithin(root, "a")).toBeTypeOf("bigint");
  expect(changedAtWithin(root, "b")).toBeUndefined();
  renameWithin(root, "a", "c");
  renameNewWithin(root, "c", "d");
  expect(readdirSync(moved)).toEqual(["d"]);
  const own = rootOfHeld(held);
  expect([kindWithin(own, "d"), kindWithin(own, "a")]).toEqual(["file", undefined]);
  closeRoot(own);
  for (const name of ["a", "b", "d"]) removeEntryWithin(root, name);
  expect(readdirSync(moved)).toEqual([]);
  expect(readdirSync(victim).map((name) => readFileSync(join(victim, name), "utf8"))).toEqual([
    "precious",
    "precious",
  ]);
});

test("a new name replaces nothing, and a directory takes it as well", () => {
  const { root, moved } = movedRoot();
  for (const name of ["a", "b"]) writeFileSync(join(moved, name), name);
  mkdirSync(join(moved, "directory"));
  renameNewWithin(root, "a", "b");
  renameNewWithin(root, "directory", "b");
  renameNewWithin(root, "directory", "c");
  expect(readdirSync(moved).toSorted()).toEqual(["a", "b", "c"]);
  expect(readFileSync(join(moved, "b"), "utf8")).toBe("b");
});

test("whatever has a name is taken away but a directory with something in it", () => {
  const { root, moved } = movedRoot();
  execFileSync("mkfifo", [join(moved, "fifo")]);
  symlinkSync("/etc", join(moved, "link"));
  mkdirSync(join(moved, "empty"));
  mkdirSync(join(moved, "full/inside"), { recursive: true });
  for (const name of readdirSync(moved)) removeEntryWithin(root, name);
  removeEntryWithin(root, "missing");
  expect(readdirSync(moved)).toEqual(["full"]);
});
