import { sourceFiles } from "../read/source-files.ts";
import { textOf } from "../read/text-of.ts";
import type { Findings, Subject } from "./findings.ts";

const markers = /(?:\/\/|#|\*|<!--)\s*(TODO|FIXME|HACK|XXX)\b[:(]?\s*(.*)/;
const suppressions =
  /\b((?:describe|it|test)\.(?:skip|todo|fails)\b|@ts-expect-error|@ts-ignore|(?:oxlint|eslint)-disable)/;
// With \s, so that this line is none of them.
const promises =
  /\b(for\snow|comes?\slater|follows?\slater|in\sa\slater|this\sversion\s(?:does\snot|cannot))\b/i;

/** What is left to do, with its places: tests switched off, markers in comments, promises. */
export const openWork: Subject = {
  scout: (root) =>
    search(root, "tests switched off and checks suppressed", (place, line) =>
      /\.[mc]?[jt]s$/.test(place) ? suppressions.exec(line)?.[1] : undefined,
    ),
  reader: (root) =>
    search(root, "markers in comments", (_place, line) => {
      const [, marker, text] = markers.exec(line) ?? [];
      return marker === undefined ? undefined : `${marker} ${text?.trim()}`;
    }),
  auditor: (root) =>
    search(root, "promises in words", (_place, line) => (promises.test(line) ? shown(line) : undefined)),
};

/** Goes through all text files line by line; `find` says what a line holds, if anything. */
function search(
  root: string,
  what: string,
  find: (place: string, line: string) => string | undefined,
): Findings {
  const items: { place: string; remark: string }[] = [];
  let filesCovered = 0;
  for (const place of sourceFiles(root)) {
    const text = textOf(root, place);
    if (text === undefined) continue;
    filesCovered += 1;
    for (const [index, line] of text.split("\n").entries()) {
      const remark = find(place, line);
      if (remark !== undefined) items.push({ place: `${place}:${index + 1}`, remark });
    }
  }
  const count = `${items.length} ${items.length === 1 ? "place" : "places"}`;
  return {
    headline: `To-dos (${what}): ${count} in ${filesCovered} files`,
    items,
    filesCovered,
    method: what,
  };
}

function shown(line: string): string {
  const text = line.trim();
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
