import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, onTestFinished, test } from "vitest";
import { holdAgain, holdDirectoryWithin, isHeldWithin, releaseDirectory } from "../../src/index.ts";

function held(path: string) {
  const directory = holdDirectoryWithin(path, "");
  onTestFinished(() => releaseDirectory(directory));
  return directory;
}

test("a directory is within itself and what it lies in, and in nothing else", () => {
  const base = temporaryDirectory();
  for (const name of ["a/b/c", "ab"]) mkdirSync(join(base, name), { recursive: true });
  const at = (path: string) => held(join(base, path));
  expect([isHeldWithin(at("a/b"), at("a/b")), isHeldWithin(at("a/b/c"), at("a"))]).toEqual([true, true]);
  expect([isHeldWithin(at("a"), at("a/b/c")), isHeldWithin(at("ab"), at("a"))]).toEqual([false, false]);
});

test("where it lies is looked at now, whatever it was called when it was held", () => {
  const base = temporaryDirectory();
  for (const name of ["a/inner", "b"]) mkdirSync(join(base, name), { recursive: true });
  const [a, b, inner] = ["a", "b", "a/inner"].map((name) => held(join(base, name))) as [
    ReturnType<typeof held>,
    ReturnType<typeof held>,
    ReturnType<typeof held>,
  ];
  renameSync(join(base, "a/inner"), join(base, "b/moved"));
  expect([isHeldWithin(inner, a), isHeldWithin(inner, b)]).toEqual([false, true]);
});

test("one that lies too deep to climb from is refused", { timeout: 60_000 }, () => {
  const base = temporaryDirectory();
  // Deeper than any path: two trees of them, the one moved to the end of the other.
  let end = base;
  const parts = Array.from({ length: 1900 }, () => "d");
  for (let tree = 0; tree < 3; tree += 1) {
    mkdirSync(join(base, `t${tree}`, ...parts), { recursive: true });
  }
  const third = held(join(base, "t2", ...parts));
  end = join(base, "t1", ...parts, "t2");
  renameSync(join(base, "t2"), end);
  renameSync(join(base, "t1"), join(base, "t0", ...parts, "t1"));
  expect(() => isHeldWithin(third, { device: 0, inode: 0 })).toThrow(
    expect.objectContaining({ code: "INVALID_PATH" }),
  );
});

test("one that is held again stays when the first is let go", () => {
  const base = temporaryDirectory();
  const first = holdDirectoryWithin(base, "");
  const second = holdAgain(first);
  releaseDirectory(first);
  expect(isHeldWithin(second, first)).toBe(true);
  releaseDirectory(second);
});
