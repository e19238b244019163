import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, test } from "vitest";
import { openRoot, removeTreeWithin, sizeWithin } from "../../src/index.ts";

test("a tree is measured and removed with what lies in it, and nothing behind its links", async () => {
  const base = temporaryDirectory();
  const [victim, path] = [join(base, "victim"), join(base, "root")] as const;
  mkdirSync(victim);
  writeFileSync(join(victim, "precious"), "x".repeat(1000));
  mkdirSync(join(path, "tree/deep/deeper"), { recursive: true });
  for (const file of ["tree/a", "tree/deep/b", "tree/deep/deeper/c"])
    writeFileSync(join(path, file), "12345");
  symlinkSync(victim, join(path, "tree/deep/away"));
  symlinkSync(join(victim, "precious"), join(path, "tree/file"));
  using root = openRoot(path);
  expect(await sizeWithin(root, "tree")).toBe(15);
  expect(await removeTreeWithin(root, "tree")).toBe(true);
  expect(await sizeWithin(root, "tree")).toBe(0);
  expect(await removeTreeWithin(root, "tree")).toBe(true);
  expect(readdirSync(path)).toEqual([]);
  expect(readdirSync(victim)).toEqual(["precious"]);
});

test("a link in the place of the tree is taken away alone", async () => {
  const base = temporaryDirectory();
  mkdirSync(join(base, "victim"));
  writeFileSync(join(base, "victim/precious"), "x");
  mkdirSync(join(base, "root"));
  symlinkSync(join(base, "victim"), join(base, "root/tree"));
  using root = openRoot(join(base, "root"));
  expect(await sizeWithin(root, "tree")).toBe(0);
  expect(await removeTreeWithin(root, "tree")).toBe(true);
  expect(existsSync(join(base, "victim/precious"))).toBe(true);
});

test("of a name that is no UTF-8 it says that it is not gone, and ends", async () => {
  const base = temporaryDirectory();
  mkdirSync(join(base, "tree"));
  writeFileSync(Buffer.concat([Buffer.from(`${base}/tree/`), Buffer.from([0xff])]), "x");
  writeFileSync(join(base, "tree/plain"), "x");
  using root = openRoot(base);
  expect(await removeTreeWithin(root, "tree")).toBe(false);
  expect(existsSync(join(base, "tree/plain"))).toBe(false);
});
