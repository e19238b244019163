import { globSync } from "node:fs";

const generated = ["**/node_modules/**", "**/dist/**", "**/schema/**", "**/.turbo/**"];

/** Paths relative to `root` of the files that match, sorted, without anything installed or generated. */
export function sourceFiles(root: string, patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: root, exclude: generated }).toSorted();
}
