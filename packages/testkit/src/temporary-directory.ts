import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { noteDirectory } from "./state-home/test-directories.ts";

/** A directory of its own for one test, by its real path; removed when the test has finished. */
export function temporaryDirectory(prefix = "retinue-"): string {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), prefix));
  noteDirectory(directory);
  onTestFinished(() => {
    try {
      // What a test has just killed, or a program has left at work, may still be writing there.
      rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    } catch {
      // Deeper than a path can name, or than Node 22 has a stack for.
      execFileSync("rm", ["-rf", directory]);
    }
  });
  return directory;
}
