import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { containmentInForce, kindWithin, listWithin, withRoot } from "../../src/index.ts";
import { refusal } from "../refusal.ts";
import { temporaryTree } from "../temporary-tree.ts";

const modes = containmentInForce() === "walk" ? (["walk", "lstat"] as const) : (["lstat"] as const);

describe.each(modes)("by %s", (containment) => {
  const list = (root: string, path: string, maxEntries = 100) =>
    withRoot(root, (opened) => listWithin(opened, path, { maxEntries }), { containment });

  function mixedTree(): string {
    const root = temporaryTree({ "box/file.txt": "x", "box/sub/inner.txt": "y" });
    symlinkSync("sub", join(root, "box/link"));
    execFileSync("mkfifo", [join(root, "box/fifo")]);
    return root;
  }

  test("names entries with what they are", () => {
    const { entries, truncated } = list(mixedTree(), "box");
    expect(new Map(entries.map(({ name, kind }) => [name, kind]))).toEqual(
      new Map([
        ["file.txt", "file"],
        ["sub", "directory"],
        ["link", "link"],
        ["fifo", "other"],
      ]),
    );
    expect(truncated).toBe(false);
  });

  test("stops at the limit and says so", () => {
    const root = mixedTree();
    expect(list(root, "box", 3)).toMatchObject({ truncated: true, entries: { length: 3 } });
    expect(list(root, "box", 4).truncated).toBe(false);
  });

  test("lists the root itself, and nothing through a link", () => {
    const root = mixedTree();
    expect(list(root, "").entries).toEqual([{ name: "box", kind: "directory" }]);
    expect(refusal(() => list(root, "box/link"))).toBe("LINK_REFUSED");
    expect(refusal(() => list(root, "box/file.txt"))).toBe("NOT_A_DIRECTORY");
    expect(refusal(() => list(root, ".."))).toBe("OUTSIDE_ROOT");
  });

  test("kindWithin tells what is there, and of nothing that lies behind a link", () => {
    withRoot(
      mixedTree(),
      (root) => {
        expect(kindWithin(root, "box/file.txt")).toBe("file");
        expect(kindWithin(root, "box/link")).toBe("link");
        expect(kindWithin(root, "box/fifo")).toBe("other");
        expect(kindWithin(root, "")).toBe("directory");
        expect(kindWithin(root, "box/link/inner.txt")).toBeUndefined();
        expect(kindWithin(root, "box/absent")).toBeUndefined();
        expect(refusal(() => kindWithin(root, "../box"))).toBe("OUTSIDE_ROOT");
      },
      { containment },
    );
  });
});
