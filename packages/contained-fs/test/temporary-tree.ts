import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];
// Registered while the file is read: a hook that a running test adds is never called.
afterAll(() => {
  for (const directory of made)
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

/** A directory with the given files; removed after the tests of the file that made it. */
export function temporaryTree(files: Readonly<Record<string, string>> = {}): string {
  const directory = mkdtempSync(join(tmpdir(), "contained-fs-"));
  made.push(directory);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  return directory;
}
