import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sourceFiles } from "../read/source-files.ts";
import type { CheckReport } from "../report/check-report.ts";

const limit = 300;
const medianLimit = 80;

/** No file of code over 300 lines, and half of them under 80. */
export function checkLength(root: string): CheckReport {
  const files = sourceFiles(root, [
    "{packages,apps,scripts,bench,demo}/**/*.{ts,tsx,mts,cts,js,mjs,cjs,sh}",
    "*.{ts,js,mjs}",
    ".ci/*",
  ]).map((path) => ({ path, lines: countLines(readFileSync(join(root, path), "utf8")) }));
  const sorted = files.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const problems = files
    .filter(({ lines }) => lines > limit)
    .map(({ path, lines }) => `${path} has ${lines} lines, over ${limit}: split it by what it does`);
  if (median >= medianLimit) problems.push(`the median file has ${median} lines: aim below ${medianLimit}`);
  const longest = sorted.at(-1) ?? 0;
  return {
    looked: files.length,
    unit: "files",
    problems,
    note: `median ${median} lines, longest ${longest}`,
  };
}

function countLines(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}
