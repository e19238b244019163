import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { containmentInForce, readFileWithin, readLinkWithin, withRoot } from "../../src/index.ts";
import { refusal } from "../refusal.ts";
import { temporaryTree } from "../temporary-tree.ts";

const modes = containmentInForce() === "walk" ? (["walk", "lstat"] as const) : (["lstat"] as const);

describe.each(modes)("by %s", (containment) => {
  const within = (root: string, path: string): string =>
    withRoot(root, (opened) => readLinkWithin(opened, path).toString(), { containment });

  test.each(["/etc/passwd", "../../x", "a b"])("says what a link says: %s", (target) => {
    const root = temporaryTree({ "in/file": "text" });
    symlinkSync(target, join(root, "in/link"));
    expect(within(root, "in/link")).toBe(target);
  });

  test("refuses what is no link, and a way through one", () => {
    const root = temporaryTree({ "in/file": "text" });
    symlinkSync("in", join(root, "way"));
    symlinkSync("file", join(root, "in/link"));
    expect(refusal(() => within(root, "in/file"))).toBe("NOT_REGULAR");
    expect(refusal(() => within(root, "way/link"))).toBe("LINK_REFUSED");
    expect(refusal(() => within(root, "none"))).toBe("NOT_FOUND");
    expect(refusal(() => within(root, ""))).toBe("NOT_REGULAR");
  });
});

test("a file says whether its owner may execute it", () => {
  const root = temporaryTree({ file: "text" });
  const read = (path: string) => withRoot(root, (opened) => readFileWithin(opened, path, { maxBytes: 9 }));
  expect(read("file").isExecutable).toBe(false);
});
