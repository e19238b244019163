import {
  ContainedFsError,
  kindWithin,
  listWithin,
  readTextWithin,
  type ContainedRoot,
} from "@retinue/contained-fs";

const limits = { files: 5000, matches: 200, fileBytes: 1024 * 1024, lineCharacters: 300 } as const;
/** What nobody looks for, and what is large. */
const skipped = new Set([".git", "node_modules"]);

/** The lines that contain a text, as `/file:number: line`. Large files and what is no text are passed over. */
export function searchText(root: ContainedRoot, beneath: string, wanted: string): string {
  const found: string[] = [];
  const waiting = [beneath];
  for (let seen = 0; waiting.length > 0 && seen < limits.files && found.length < limits.matches;) {
    const path = waiting.pop() ?? "";
    const kind = path === "" ? "directory" : kindWithin(root, path);
    if (kind === "directory") waiting.push(...childrenOf(root, path));
    if (kind !== "file") continue;
    seen++;
    found.push(...matches(root, path, wanted));
  }
  if (found.length === 0) return "(no line)";
  const more = found.length >= limits.matches ? ["(and perhaps more)"] : [];
  return [...found.slice(0, limits.matches), ...more].join("\n");
}

function childrenOf(root: ContainedRoot, path: string): string[] {
  const { entries } = read(() => listWithin(root, path, { maxEntries: limits.files })) ?? { entries: [] };
  const names = entries.map(({ name }) => name).filter((name) => !skipped.has(name));
  // Taken from the end, so in the order of their names.
  return names
    .toSorted()
    .toReversed()
    .map((name) => (path === "" ? name : `${path}/${name}`));
}

function matches(root: ContainedRoot, path: string, wanted: string): string[] {
  const { text } = read(() => readTextWithin(root, path, { maxBytes: limits.fileBytes })) ?? { text: "" };
  if (!text.includes(wanted) || text.includes("\0")) return [];
  return text.split("\n").flatMap((line, index) => {
    const shown = `${root.path}/${path}:${index + 1}: ${line.slice(0, limits.lineCharacters)}`;
    return line.includes(wanted) ? [shown] : [];
  });
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
