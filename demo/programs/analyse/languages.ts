import { statSync } from "node:fs";
import { extname, join } from "node:path";
import { sourceFiles } from "../read/source-files.ts";
import { textOf } from "../read/text-of.ts";
import type { Subject } from "./findings.ts";
import { shownTally, tally } from "./tally.ts";

const names: Readonly<Record<string, string>> = {
  ".ts": "TypeScript",
  ".mts": "TypeScript",
  ".js": "JavaScript",
  ".mjs": "JavaScript",
  ".json": "JSON",
  ".jsonl": "JSON",
  ".md": "Markdown",
  ".yaml": "YAML",
  ".yml": "YAML",
  ".sh": "Shell",
};
const mostItems = 10;

/** Languages and sizes of the source files: by size on disk, by lines, and by folder. */
export const languages: Subject = {
  scout(root) {
    const files = sourceFiles(root).map((place) => ({ place, bytes: statSync(join(root, place)).size }));
    const sums = tally(files.map(({ place, bytes }) => [languageOf(place, ""), bytes]));
    const largest = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, mostItems);
    return {
      headline: `Bytes by language: ${shownTally(sums, 5)}`,
      items: largest.map(({ place, bytes }) => ({ place, remark: `${bytes.toLocaleString("en")} bytes` })),
      filesCovered: files.length,
      method: "names and sizes, no file opened",
    };
  },
  reader(root) {
    const files = lineCounts(root);
    const sums = tally(files.map(({ place, text, lines }) => [languageOf(place, text), lines]));
    const longest = files.toSorted((a, b) => b.lines - a.lines).slice(0, 2 * mostItems);
    return {
      headline: `Lines by language: ${shownTally(sums, 5)}`,
      items: longest.map(({ place, lines }) => ({ place, remark: `${lines.toLocaleString("en")} lines` })),
      filesCovered: files.length,
      method: "every text file read, language by extension or first line",
    };
  },
  auditor(root) {
    const files = lineCounts(root).filter(({ place }) => /\.[mc]?[jt]s$/.test(place));
    const sums = tally(files.map(({ place, lines }) => [folderOf(place), lines]));
    return {
      headline: `Lines of code by folder: ${shownTally(sums, 5)}`,
      items: sums.map(([place, lines]) => ({ place, remark: `${lines.toLocaleString("en")} lines of code` })),
      filesCovered: files.length,
      method: "TypeScript and JavaScript only, summed by package",
    };
  },
};

function lineCounts(root: string) {
  return sourceFiles(root).flatMap((place) => {
    const text = textOf(root, place);
    return text === undefined ? [] : [{ place, text, lines: text.split("\n").length - 1 }];
  });
}

function languageOf(place: string, text: string): string {
  const named = names[extname(place)];
  if (named !== undefined) return named;
  return /^#!.*\b(?:ba|da)?sh\b/.test(text) ? "Shell" : "other";
}

/** `packages/runtime` of a file in a package, else the first folder. */
function folderOf(place: string): string {
  const [first = ".", second = ""] = place.split("/");
  if (first === place) return ".";
  return first === "packages" || first === "apps" ? `${first}/${second}` : first;
}
