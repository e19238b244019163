import { spawn } from "node:child_process";
import { once } from "node:events";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ContainedFsError, containmentInForce, readFileWithin, withRoot } from "../../src/index.ts";
import { missing } from "../missing.ts";
import { temporaryTree } from "../temporary-tree.ts";

const seconds = process.env["RETINUE_LONG"] === "1" ? 30 : 1.5;

test(
  "a directory that is swapped for a link all the time never leads outside",
  { timeout: 120_000 },
  async (context) => {
    if (containmentInForce() !== "walk") missing(context, "only the walk holds against concurrent renames");
    const root = temporaryTree({ "contested/file.txt": "inside" });
    symlinkSync(temporaryTree({ "file.txt": "secret" }), join(root, "link"));
    const storm = spawn(process.execPath, [join(import.meta.dirname, "../fixtures/swap-storm.mjs"), root]);
    const ended = once(storm, "exit");
    const seen = new Map<string, number>();
    try {
      await once(storm.stdout, "data");
      const end = Date.now() + seconds * 1000;
      while (Date.now() < end) {
        const outcome = attempt(root);
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      }
    } finally {
      storm.kill("SIGKILL");
      await ended;
    }
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
