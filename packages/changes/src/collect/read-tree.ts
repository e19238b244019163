import { isUnreadable, listWithin, openRoot, type ContainedRoot } from "@retinue/contained-fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ChangesError } from "../changes-error.ts";
import type { PlannedTree } from "../record/plan.ts";
import type { BaseEntry } from "./base-entries.ts";
import { isGitName } from "./is-git-name.ts";
import { readEntry, type FileMode } from "./read-entry.ts";

const limits = { entries: 200_000, newBytes: 1024 ** 3, depth: 64 } as const;
const maxLeftOut = 10;
const busyMilliseconds = 5;

/** What a tree is read against, and where what differs goes. */
export interface Reading {
  readonly base: ReadonlyMap<string, BaseEntry>;
  readonly objectFormat: "sha1" | "sha256";
  /** Which of these paths, that the base does not have, are ignored. A directory ends with a slash. */
  readonly ignored: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly take: (path: string, mode: FileMode, bytes: Buffer) => Promise<void>;
}

export interface TreeRead {
  /** Of the base, and not in the tree any more. */
  readonly deleted: readonly string[];
  /** What could not be taken, and why; the first ten. The base's is kept in its place. */
  readonly leftOut: readonly string[];
}

/**
 * Reads what a subagent left in a tree, as data: through no link, and by no setting that lies there.
 *
 * @throws ChangesError TREE_UNREADABLE when it is gone, or larger than the limits.
 */
export async function readTree({ path, root: from }: PlannedTree, reading: Reading): Promise<TreeRead> {
  using root = opened(path, from);
  const reader = new TreeReader(root, reading);
  await reader.read();
  return { deleted: reader.deleted(), leftOut: reader.leftOut };
}

function opened(path: string, from: string): ContainedRoot {
  try {
    return openRoot(path, { from });
  } catch (error) {
    if (isUnreadable(error)) throw error;
    throw unreadable(path, (error as Error).message);
  }
}

class TreeReader {
  readonly leftOut: string[] = [];
  readonly #root: ContainedRoot;
  readonly #reading: Reading;
  /** Paths of the base that are there, or whose fate is not known. */
  readonly #kept = new Set<string>();
  readonly #directories: ReadonlySet<string>;
  #entries = 0;
  #bytes = 0;
  #breathed = performance.now();

  constructor(root: ContainedRoot, reading: Reading) {
    this.#root = root;
    this.#reading = reading;
    this.#directories = directoriesOf(reading.base.keys());
  }

  /** A level after the other: what is not in the base is asked about level by level. */
  async read(): Promise<void> {
    let level = [""];
    for (let depth = 0; level.length > 0; depth++) {
      if (depth > limits.depth) {
        for (const directory of level) this.#leave(directory, `it is more than ${limits.depth} deep`);
        return;
      }
      const found: string[] = [];
      const unknown: string[] = [];
      for (const directory of level) await this.#list(directory, found, unknown);
      const ignored = unknown.length === 0 ? new Set<string>() : await this.#reading.ignored(unknown);
      const wanted = [...found, ...unknown.filter((path) => !ignored.has(path))];
      for (const path of wanted) if (!path.endsWith("/")) await this.#file(path);
      level = wanted.filter((path) => path.endsWith("/"));
    }
  }

  deleted(): string[] {
    return [...this.#reading.base.keys()].filter((path) => !this.#kept.has(path));
  }

  async #list(directory: string, found: string[], unknown: string[]): Promise<void> {
    const { base } = this.#reading;
    let listing;
    try {
      const maxEntries = limits.entries - this.#entries;
      listing = listWithin(this.#root, directory.slice(0, -1), { maxEntries });
    } catch (error) {
      if (isUnreadable(error)) throw error;
      this.#leave(directory, (error as Error).message);
      return;
    }
    if (listing.truncated)
      throw unreadable(this.#root.path, `it holds more than ${limits.entries} files and directories`);
    this.#entries += listing.entries.length;
    for (const { name, kind } of listing.entries) {
      await this.#breathe();
      const path = directory + name;
      if (isGitName(name)) {
        if (path !== ".git") this.#leave(path, "git takes no such name");
      } else if (name.includes("\uFFFD")) {
        this.#leave(path, "its name is no UTF-8");
      } else if (base.get(path)?.mode === "160000" && kind === "directory") {
        this.#submodule(path);
      } else if (kind === "directory") {
        (this.#directories.has(`${path}/`) ? found : unknown).push(`${path}/`);
      } else {
        (base.has(path) ? found : unknown).push(path);
      }
    }
  }

  async #file(path: string): Promise<void> {
    await this.#breathe();
    const { base, objectFormat, take } = this.#reading;
    const entry = readEntry(this.#root, path, objectFormat);
    if (typeof entry === "string") return this.#leave(path, entry);
    this.#kept.add(path);
    const before = base.get(path);
    if (before?.hash === entry.hash && before.mode === entry.mode) return;
    this.#bytes += entry.bytes.length;
    if (this.#bytes > limits.newBytes)
      throw unreadable(this.#root.path, `more than ${limits.newBytes} bytes of it have changed`);
    await take(path, entry.mode, entry.bytes);
  }

  #submodule(path: string): void {
    this.#kept.add(path);
    try {
      if (listWithin(this.#root, path, { maxEntries: 1 }).entries.length === 0) return;
    } catch {
      // It holds something that cannot be looked at.
    }
    this.#leave(path, "it is a submodule, which has a repository of its own");
  }

  /** What cannot be taken is not deleted either: the base's stays. */
  #leave(path: string, why: string): void {
    for (const known of this.#reading.base.keys())
      if (known === path || known.startsWith(path.endsWith("/") || path === "" ? path : `${path}/`))
        this.#kept.add(known);
    if (this.leftOut.length < maxLeftOut) this.leftOut.push(`${JSON.stringify(path || ".")}: ${why}`);
  }

  /** A server has others to answer meanwhile. */
  async #breathe(): Promise<void> {
    if (performance.now() - this.#breathed < busyMilliseconds) return;
    await nextTurn();
    this.#breathed = performance.now();
  }
}

/** Each with a slash at its end. */
function directoriesOf(paths: Iterable<string>): Set<string> {
  const directories = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf("/"); end !== -1; end = path.lastIndexOf("/", end - 1)) {
      const directory = path.slice(0, end + 1);
      if (directories.has(directory)) break;
      directories.add(directory);
    }
  return directories;
}

function unreadable(path: string, problem: string): ChangesError {
  return new ChangesError("TREE_UNREADABLE", `the changes in ${path} cannot be taken: ${problem}`, {
    remedy: "Take what is wanted from there by hand.",
    details: { path },
  });
}
