import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A directory of its own for one test, by its real path; removed when the test has finished. */
export function temporaryDirectory(prefix = "retinue-"): string {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), prefix));
  onTestFinished(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}
