import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileOf, type Line } from "../preload/journal.ts";

type Written = Extract<Line, { op: "written" }>;
type NameChange = Extract<Line, { op: "created" | "removed" | "renamed" }>;

/**
 * Takes back what a journal says was changed beneath a root and never synced: names that were given or taken
 * in a directory since its last sync, content since a file's. `lose` decides for each directory and each
 * file whether it is lost; of a directory's changes, the last ones are. Returns what it took back.
 */
export function forgetUnsynced(journal: string, root: string, lose: () => boolean): string[] {
  const { names, contents } = unsynced(linesOf(join(journal, "lines")));
  const lost: string[] = [];
  const places = filesBeneath(root);
  for (const [file, { before, isEmptied }] of contents) {
    const place = places.get(file);
    if (place === undefined || !lose()) continue;
    // That a file was emptied is on the disk before what was written into it.
    writeFileSync(place, isEmptied === true ? "" : readFileSync(join(journal, before)));
    lost.push(`content of ${place}`);
  }
  // From the last to the first: each is taken back in what it made.
  const kept = new Set<string>();
  for (const change of names.toReversed()) {
    const directories = directoriesOf(change);
    // A directory that keeps a change keeps all before it.
    if (directories.some((each) => kept.has(each)) || !lose()) {
      for (const each of directories) kept.add(each);
      continue;
    }
    undo(change, journal);
    lost.push(`${change.op} ${change.path}`);
  }
  return lost;
}

function linesOf(path: string): Line[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
  const failed = new Set(lines.flatMap((line) => (line.op === "failed" ? [line.of] : [])));
  return lines.filter(({ id }) => !failed.has(id));
}

/** Changes of names that no sync of their directory came after, and each unsynced file's content before. */
function unsynced(lines: readonly Line[]): { names: NameChange[]; contents: Map<string, Written> } {
  let names: NameChange[] = [];
  const contents = new Map<string, Written>();
  for (const line of lines) {
    if (line.op === "written") {
      if (!contents.has(line.file)) contents.set(line.file, line);
    } else if (line.op === "synced") {
      contents.delete(line.file);
      names = names.filter((change) => !leadsTo(change, line.path));
    } else if (line.op === "synced-directory") {
      names = names.filter(
        (change) => !leadsTo(change, `${line.path}/`) && !directoriesOf(change).includes(line.path),
      );
    } else if (line.op !== "failed") names.push(line);
  }
  return { names, contents };
}

/** Whatever is synced is there afterwards: so are the directories on its way, on every file system of Linux. */
function leadsTo(change: NameChange, path: string): boolean {
  return change.op === "created" && change.isDirectory === true && path.startsWith(`${change.path}/`);
}

function directoriesOf(change: NameChange): string[] {
  return [change.path, ...(change.op === "renamed" ? [change.to] : [])].map((path) => dirname(path));
}

function undo(change: NameChange, journal: string): void {
  if (change.op === "created") return remove(change.path);
  if (change.op === "removed") return restore(join(journal, change.before), change.path);
  if (isThere(change.to) && !isThere(change.path) && isThere(dirname(change.path)))
    renameSync(change.to, change.path);
  if (change.before !== undefined) restore(join(journal, change.before), change.to);
}

function remove(path: string): void {
  // What was just killed may not have let go.
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
}

function restore(copy: string, path: string): void {
  if (isThere(path) || !isThere(dirname(path))) return;
  // Whether what it leads to is there is of no matter, and cpSync would look.
  if (lstatSync(copy).isSymbolicLink()) return symlinkSync(readlinkSync(copy), path);
  cpSync(copy, path, { recursive: true, verbatimSymlinks: true });
}

/** The path of each file, by which file it is. */
function filesBeneath(directory: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    // A program that was killed in the middle of a rename may finish that since it was listed.
    const found = entry.isFile() ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
    if (found !== undefined) files.set(fileOf(found), path);
  }
  return files;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
