import fs from "node:fs";
import { dirname, join, sep } from "node:path";

/** One change, as it is written down before it is made. Paths are real ones; `before` names a copy. */
export type Change =
  | { readonly op: "created"; readonly path: string; readonly isDirectory?: true }
  | { readonly op: "removed"; readonly path: string; readonly before: string }
  | { readonly op: "renamed"; readonly path: string; readonly to: string; readonly before?: string }
  | { readonly op: "written"; readonly file: string; readonly before: string; readonly isEmptied?: true }
  | { readonly op: "synced"; readonly file: string; readonly path: string }
  | { readonly op: "synced-directory"; readonly path: string };
/** Of one journal, the number that a later line calls failed. */
export type Line = { readonly id: string } & (Change | { readonly op: "failed"; readonly of: string });

/** Functions as node has them: this module is loaded before any is replaced. */
const { appendFileSync, cpSync, existsSync, fstatSync, lstatSync, readlinkSync, realpathSync, statSync } = {
  ...fs,
};
const { writeFileSync, readFileSync, symlinkSync } = { ...fs };

export interface JournalOrder {
  readonly journal: string;
  /** Changes elsewhere are of no interest. */
  readonly root: string;
  /** Which change is not made any more. */
  readonly cutAt: number;
}

/** Which file it is: its number is given again once it was removed, also to what other programs make. */
export function fileOf({ dev, ino, birthtimeMs }: fs.Stats): string {
  return `${dev}:${ino}:${birthtimeMs}`;
}

/** Writes down what a process does to the files beneath a root. */
export function openJournal({ journal, root, cutAt }: JournalOrder) {
  const lines = join(journal, "lines");
  let last = 0;
  const dirty = new Set<string>();

  const note = (change: Change): string => {
    if (change.op !== "synced" && change.op !== "synced-directory" && ++last === cutAt) cut(journal);
    const id = `${process.pid}.${process.hrtime.bigint()}`;
    appendFileSync(lines, `${JSON.stringify({ id, ...change })}\n`);
    return id;
  };
  const copy = (path: string): string => {
    const before = `${process.pid}.${process.hrtime.bigint()}`;
    const to = join(journal, before);
    // Beneath /proc is the content of what is held open.
    if (path.startsWith("/proc/") || lstatSync(path).isFile()) writeFileSync(to, readFileSync(path));
    else if (lstatSync(path).isSymbolicLink()) symlinkSync(readlinkSync(path), to);
    else cpSync(path, to, { recursive: true, verbatimSymlinks: true });
    return before;
  };
  /** The real path, when it lies beneath the root: `/proc/self/fd/5/name` is one too. */
  const placeOf = (path: unknown): string | undefined => {
    const text = path instanceof URL ? path.pathname : String(path);
    try {
      const place = join(realpathSync(dirname(text)), text.slice(text.lastIndexOf("/") + 1));
      return place.startsWith(root + sep) ? place : undefined;
    } catch {
      return undefined;
    }
  };
  const pathOf = (descriptor: number): string | undefined => {
    const path = readlinkSync(`/proc/self/fd/${descriptor}`);
    return path === root || path.startsWith(root + sep) ? path : undefined;
  };
  const dirtied = (file: string, path: string, emptied = {}): string | undefined => {
    // The power may fail between two writes, too.
    if (dirty.has(file)) return void (++last === cutAt && cut(journal));
    dirty.add(file);
    return note({ op: "written", file, before: copy(path), ...emptied });
  };

  return {
    /** Each of these comes before the change, and returns its number, for `failed`. */
    created(path: unknown): string | undefined {
      const place = placeOf(path);
      return place === undefined || isThere(place) ? undefined : note({ op: "created", path: place });
    },
    /** A directory, whose parent may be about to be made too. */
    createdDirectory(path: string): string | undefined {
      if (isThere(path)) return undefined;
      let at = dirname(path);
      while (!isThere(at)) at = dirname(at);
      const place = join(realpathSync(at), path.slice(at.length));
      return place.startsWith(root + sep)
        ? note({ op: "created", path: place, isDirectory: true })
        : undefined;
    },
    removed(path: unknown): string | undefined {
      const place = placeOf(path);
      return place === undefined || !isThere(place)
        ? undefined
        : note({ op: "removed", path: place, before: copy(place) });
    },
    renamed(from: unknown, to: unknown): string | undefined {
      const [path, target] = [placeOf(from), placeOf(to)];
      if (path === undefined || target === undefined) return undefined;
      const before = isThere(target) ? { before: copy(target) } : {};
      return note({ op: "renamed", path, to: target, ...before });
    },
    writtenAt(path: unknown): string | undefined {
      const place = placeOf(path);
      if (place === undefined || !existsSync(place)) return undefined;
      return dirtied(fileOf(statSync(place)), realpathSync(place), { isEmptied: true });
    },
    written(descriptor: number): string | undefined {
      const stats = fstatSync(descriptor);
      if (!stats.isFile() || pathOf(descriptor) === undefined) return undefined;
      return dirtied(fileOf(stats), `/proc/self/fd/${descriptor}`);
    },
    /** After a sync has succeeded. */
    synced(descriptor: number): void {
      const path = pathOf(descriptor);
      if (path === undefined) return;
      const stats = fstatSync(descriptor);
      if (stats.isDirectory()) return void note({ op: "synced-directory", path });
      const file = fileOf(stats);
      dirty.delete(file);
      note({ op: "synced", file, path });
    },
    failed(of: string | undefined): void {
      if (of !== undefined) appendFileSync(lines, `${JSON.stringify({ id: "", op: "failed", of })}\n`);
    },
  };
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The change is not made any more. */
function cut(journal: string): never {
  writeFileSync(join(journal, "cut"), "");
  process.kill(process.pid, "SIGKILL");
  for (;;);
}
