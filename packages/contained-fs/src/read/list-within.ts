import { opendirSync, type Dirent } from "node:fs";
import { directoryWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { failureOf } from "../confine/failure.ts";
import { pathComponents } from "../confine/path-components.ts";
import { kindAt } from "./kind-within.ts";
import { kindOf, type EntryKind } from "../confine/entry-kind.ts";

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

export interface Listing {
  /** In no particular order. */
  readonly entries: readonly DirectoryEntry[];
  /** Whether there was more than `maxEntries`. */
  readonly truncated: boolean;
}

/**
 * Lists a directory beneath the root, without following a link.
 *
 * @param path Relative to the root; `""` is the root itself.
 * @throws ContainedFsError as `readFileWithin` does.
 */
export function listWithin(root: ContainedRoot, path: string, limit: { maxEntries: number }): Listing {
  const shown = `${root.path}/${path}`;
  const at = directoryWithin(root, pathComponents(path));
  try {
    const directory = opendirSync(at, { bufferSize: 64 });
    try {
      const entries: DirectoryEntry[] = [];
      for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
        if (entries.length === limit.maxEntries) return { entries, truncated: true };
        entries.push({ name: entry.name, kind: kindOfEntry(entry, at) });
      }
      return { entries, truncated: false };
    } finally {
      directory.closeSync();
    }
  } catch (error) {
    throw failureOf(error, shown);
  }
}

function kindOfEntry(entry: Dirent, at: string): EntryKind {
  const kind = kindOf(entry);
  // Some file systems do not say in the listing what an entry is.
  return kind === "other" ? (kindAt(`${at}/${entry.name}`) ?? "other") : kind;
}
