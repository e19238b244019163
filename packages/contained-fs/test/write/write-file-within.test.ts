import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { containmentInForce, withRoot, writeFileWithin, type Containment } from "../../src/index.ts";
import { missing } from "../missing.ts";
import { outcomesInStorm } from "../swap-storm.ts";
import { refusal } from "../refusal.ts";
import { temporaryTree } from "../temporary-tree.ts";

const modes: Containment[] = containmentInForce() === "walk" ? ["walk", "lstat"] : ["lstat"];

describe.each(modes)("by %s", (containment) => {
  const write = (root: string, path: string) =>
    withRoot(root, (opened) => writeFileWithin(opened, path, "new"), { containment });

  test("replaces a file, makes the directories it needs, and leaves nothing beside it", () => {
    const root = temporaryTree({ "file.txt": "old", "a/kept.txt": "kept" });
    write(root, "file.txt");
    write(root, "a/b/c/deep.txt");
    expect(readFileSync(join(root, "file.txt"), "utf8")).toBe("new");
    expect(readFileSync(join(root, "a/b/c/deep.txt"), "utf8")).toBe("new");
    expect(readdirSync(join(root, "a")).toSorted()).toEqual(["b", "kept.txt"]);
    expect(readdirSync(join(root, "a/b/c"))).toEqual(["deep.txt"]);
  });

  test("follows a link nowhere, and writes into no hard link", () => {
    const elsewhere = temporaryTree({ "victim.txt": "untouched" });
    const root = temporaryTree();
    symlinkSync(elsewhere, join(root, "outside"));
    symlinkSync(join(elsewhere, "victim.txt"), join(root, "link"));
    linkSync(join(elsewhere, "victim.txt"), join(root, "hard"));
    expect(refusal(() => write(root, "outside/victim.txt"))).toBe("LINK_REFUSED");
    expect(refusal(() => write(root, "outside/made/file.txt"))).toBe("LINK_REFUSED");
    write(root, "link");
    write(root, "hard");
    expect(readFileSync(join(root, "link"), "utf8")).toBe("new");
    expect(readFileSync(join(elsewhere, "victim.txt"), "utf8")).toBe("untouched");
    expect(existsSync(join(elsewhere, "made"))).toBe(false);
  });

  test("refuses what is no place for a file", () => {
    const root = temporaryTree({ "file.txt": "old" });
    mkdirSync(join(root, "directory"));
    expect(refusal(() => write(root, ""))).toBe("NOT_REGULAR");
    expect(refusal(() => write(root, "directory"))).toBe("NOT_REGULAR");
    expect(refusal(() => write(root, "file.txt/below"))).toBe("NOT_A_DIRECTORY");
    expect(refusal(() => write(root, "../file.txt"))).toBe("OUTSIDE_ROOT");
    expect(refusal(() => write(root, "a//b"))).toBe("INVALID_PATH");
    expect(readdirSync(root).toSorted()).toEqual(["directory", "file.txt"]);
  });
});

test(
  "a directory that is swapped for a link all the time never lets a write outside",
  { timeout: 120_000 },
  async (context) => {
    if (containmentInForce() !== "walk") missing(context, "only the walk holds against concurrent renames");
    const root = temporaryTree({ "contested/file.txt": "inside" });
    const elsewhere = temporaryTree({ "file.txt": "untouched" });
    symlinkSync(elsewhere, join(root, "link"));
    const wanted = ["none", "LINK_REFUSED"];
    const outcomes = await outcomesInStorm(root, { seconds: 1.5, wanted, attempt: () => attempt(root) });
    const seen = new Set(outcomes.keys());
    // Both must have been met, or the storm proved nothing.
    expect(seen).toContain("none");
    expect(seen).toContain("LINK_REFUSED");
    expect(readdirSync(elsewhere)).toEqual(["file.txt"]);
    expect(readFileSync(join(elsewhere, "file.txt"), "utf8")).toBe("untouched");
  },
);

/** `"none"` is a file that was written. */
function attempt(root: string): string {
  return refusal(() =>
    withRoot(root, (opened) => writeFileWithin(opened, "contested/file.txt", "new", { durable: false })),
  );
}
