import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTextWithin, withRoot } from "../../src/index.ts";
import { refusal } from "../refusal.ts";
import { temporaryTree } from "../temporary-tree.ts";

const text = (root: string, path: string, maxBytes = 1_000_000) =>
  withRoot(root, (opened) => readTextWithin(opened, path, { maxBytes }));

test("small and large files are read whole, and a short one after a long one holds nothing of it", () => {
  const large = "ä".repeat(100_000);
  const root = temporaryTree({ large, medium: "m".repeat(60_000), small: "s", empty: "" });
  expect(text(root, "large")).toEqual({ text: large, size: 200_000 });
  expect(text(root, "medium").text).toBe("m".repeat(60_000));
  expect(text(root, "small")).toEqual({ text: "s", size: 1 });
  expect(text(root, "empty")).toEqual({ text: "", size: 0 });
});

test("it refuses what readFileWithin refuses", () => {
  const root = temporaryTree({ file: "0123456789" });
  symlinkSync("file", join(root, "link"));
  expect(refusal(() => text(root, "link"))).toBe("LINK_REFUSED");
  expect(refusal(() => text(root, "file", 9))).toBe("TOO_LARGE");
  expect(refusal(() => text(root, "../file"))).toBe("OUTSIDE_ROOT");
});
