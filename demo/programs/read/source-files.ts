import { readdirSync } from "node:fs";
import { join } from "node:path";

const generated = new Set([
  ".cache",
  ".git",
  ".massgen",
  ".turbo",
  "dist",
  "node_modules",
  "schema",
  "subagents",
]);

/** Files beneath `root`, relative to it and sorted, without what was installed or generated. */
export function sourceFiles(root: string): string[] {
  const found: string[] = [];
  const walk = (directory: string): void => {
    for (const entry of readdirSync(join(root, directory), { withFileTypes: true })) {
      const path = directory === "" ? entry.name : `${directory}/${entry.name}`;
      if (entry.isDirectory() && !generated.has(entry.name)) walk(path);
      if (entry.isFile()) found.push(path);
    }
  };
  walk("");
  return found.toSorted();
}
