import { setImmediate as nextTurn } from "node:timers/promises";
import { ContainedFsError, kindWithin, listWithin, readTextWithin } from "@retinue/contained-fs";
import { ToolRefusal, type OpenPlace } from "./places.ts";

/** More than a project holds that a model has to know; what is left out is said. */
const limits = {
  entries: 20_000,
  directories: 64,
  fileBytes: 1024 * 1024,
  bytes: 64 * 1024 * 1024,
  matches: 200,
  lineCharacters: 300,
} as const;
/** Whoever waits for this process, a signal too, gets a turn after so much. */
const turn = { entries: 200, bytes: 4 * 1024 * 1024 } as const;
/** What nobody looks for, and what is large. */
const skipped = new Set([".git", "node_modules"]);

/** The lines that contain a text, as `/file:number: line`. Large files and what is no text are passed over. */
export async function searchText(place: OpenPlace, wanted: string, stop: AbortSignal): Promise<string> {
  if (wanted === "") throw new ToolRefusal('"text" is empty');
  const { root } = place;
  const found: string[] = [];
  const waiting = [place.beneath];
  const seen = { entries: 1, bytes: 0, largeFiles: 0, isCut: false };
  const since = { entries: 0, bytes: 0 };
  while (waiting.length > 0 && found.length < limits.matches && seen.bytes < limits.bytes) {
    const path = waiting.pop() ?? "";
    if (++since.entries >= turn.entries || seen.bytes - since.bytes >= turn.bytes) {
      await nextTurn();
      if (stop.aborted) throw new ToolRefusal("it was stopped");
      Object.assign(since, { entries: 0, bytes: seen.bytes });
    }
    const kind = path === "" ? "directory" : kindWithin(root, path);
    if (kind === "directory") {
      const { names, isCut } = childrenOf(place, path, limits.entries - seen.entries);
      seen.entries += names.length;
      seen.isCut ||= isCut;
      waiting.push(...names);
    } else if (kind === "file") {
      const { text = "", size = 0, isLarge = false } = textOf(place, path);
      seen.bytes += size;
      if (isLarge) seen.largeFiles++;
      found.push(...matches(`${root.path}/${path}`, text, wanted, limits.matches - found.length));
    }
  }
  const isCut = seen.isCut || (waiting.length > 0 && found.length < limits.matches);
  const notes = [
    ...(found.length >= limits.matches ? ["(and perhaps more)"] : []),
    ...(isCut
      ? [`(not everything was searched, only ${limits.entries} entries, ${limits.bytes} bytes)`]
      : []),
    ...(seen.largeFiles > 0
      ? [`(not searched: ${seen.largeFiles} files of more than ${limits.fileBytes} bytes)`]
      : []),
  ];
  return [...(found.length === 0 ? ["(no line)"] : found), ...notes].join("\n");
}

function childrenOf({ root, hides }: OpenPlace, path: string, maxEntries: number) {
  if (path.split("/").length >= limits.directories || maxEntries <= 0) return { names: [], isCut: true };
  const { entries, truncated } = read(() => listWithin(root, path, { maxEntries })) ?? {
    entries: [],
    truncated: false,
  };
  const paths = entries
    .filter(({ name }) => !skipped.has(name))
    // Taken from the end, so in the order of their names.
    .toSorted((one, other) => (one.name < other.name ? 1 : -1))
    .map(({ name }) => (path === "" ? name : `${path}/${name}`));
  return { names: paths.filter((each) => !hides(each)), isCut: truncated };
}

interface FileText {
  readonly text?: string;
  readonly size?: number;
  readonly isLarge?: boolean;
}

function textOf({ root }: OpenPlace, path: string): FileText {
  try {
    return readTextWithin(root, path, { maxBytes: limits.fileBytes });
  } catch (error) {
    if (error instanceof ContainedFsError) return { isLarge: error.code === "TOO_LARGE" };
    throw error;
  }
}

function matches(shownPath: string, text: string, wanted: string, most: number): string[] {
  if (!text.includes(wanted) || text.includes("\0")) return [];
  const found: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (!line.includes(wanted)) continue;
    found.push(`${shownPath}:${index + 1}: ${line.slice(0, limits.lineCharacters)}`);
    if (found.length === most) break;
  }
  return found;
}

/** Undefined for what may not or cannot be read. */
function read<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    if (error instanceof ContainedFsError) return undefined;
    throw error;
  }
}
