import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Writes the files (path to text, or to a value stored as JSON) into a new directory; gone after the test. */
export function tree(files: Readonly<Record<string, unknown>>): string {
  const root = mkdtempSync(join(tmpdir(), "retinue-check-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  return root;
}

/** A package.json as the house has them, with what the test wants to be different. */
export function manifest(name: string, fields: Readonly<Record<string, unknown>> = {}): object {
  return { name, version: "0.0.0", type: "module", exports: { ".": "./dist/index.js" }, ...fields };
}
