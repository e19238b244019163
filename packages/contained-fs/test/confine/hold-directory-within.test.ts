import { closeSync, mkdirSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { containmentInForce, holdDirectoryWithin } from "../../src/index.ts";
import { refusal } from "../refusal.ts";
import { temporaryTree } from "../temporary-tree.ts";

const walkable = containmentInForce() === "walk";

it.runIf(walkable)("holds the same directory when its name is given to another", () => {
  const root = temporaryTree();
  mkdirSync(join(root, "a/b"), { recursive: true });
  writeFileSync(join(root, "a/b/mine"), "");
  const held = holdDirectoryWithin(root, "a/b");
  try {
    renameSync(join(root, "a"), join(root, "gone"));
    mkdirSync(join(root, "a/b"), { recursive: true });
    expect(readdirSync(`/proc/self/fd/${held.descriptor}`)).toEqual(["mine"]);
    expect(held.inode).toBe(statSync(join(root, "gone/b")).ino);
    expect(held.path).toBe(join(root, "a/b"));
  } finally {
    closeSync(held.descriptor);
  }
});

it.runIf(walkable)("refuses a link in any component, and what leads outside", () => {
  const root = temporaryTree();
  mkdirSync(join(root, "real/inner"), { recursive: true });
  symlinkSync("real", join(root, "link"));
  expect(refusal(() => holdDirectoryWithin(root, "link/inner"))).toBe("LINK_REFUSED");
  expect(refusal(() => holdDirectoryWithin(root, "link"))).toBe("LINK_REFUSED");
  expect(refusal(() => holdDirectoryWithin(root, "../x"))).toBe("OUTSIDE_ROOT");
});
