import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ContainedFsError, containmentInForce, readFileWithin, withRoot } from "../../src/index.ts";
import { missing } from "../missing.ts";
import { outcomesInStorm } from "../swap-storm.ts";
import { temporaryTree } from "../temporary-tree.ts";

const seconds = process.env["RETINUE_LONG"] === "1" ? 30 : 1.5;

test(
  "a directory that is swapped for a link all the time never leads outside",
  { timeout: 120_000 },
  async (context) => {
    if (containmentInForce() !== "walk") missing(context, "only the walk holds against concurrent renames");
    const root = temporaryTree({ "contested/file.txt": "inside" });
    symlinkSync(temporaryTree({ "file.txt": "secret" }), join(root, "link"));
    const wanted = ["inside", "LINK_REFUSED"];
    const seen = await outcomesInStorm(root, { seconds, wanted, attempt: () => attempt(root) });
    // Both must have been met, or the storm proved nothing.
    expect(seen.get("inside")).toBeGreaterThan(0);
    expect(seen.get("LINK_REFUSED")).toBeGreaterThan(0);
    expect([...seen.keys()].filter((outcome) => !expected.has(outcome))).toEqual([]);
  },
);

const expected = new Set(["inside", "LINK_REFUSED", "NOT_FOUND", "NOT_A_DIRECTORY"]);

function attempt(root: string): string {
  try {
    return withRoot(root, (opened) =>
      readFileWithin(opened, "contested/file.txt", { maxBytes: 100 }).bytes.toString(),
    );
  } catch (error) {
    if (error instanceof ContainedFsError) return error.code;
    throw error;
  }
}
