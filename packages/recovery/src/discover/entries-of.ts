import { ContainedFsError, isUnreadable, listWithin, withRoot, type EntryKind } from "@retinue/contained-fs";

const maxEntries = 10_000;

/** What lies in a directory, by name; empty when it cannot be listed, of which `failed` is told why. */
export function entriesOf(directory: string, failed: string[] = []): ReadonlyMap<string, EntryKind> {
  try {
    const { entries } = withRoot(directory, (root) => listWithin(root, "", { maxEntries }));
    return new Map(entries.map(({ name, kind }) => [name, kind]));
  } catch (error) {
    if (!(error instanceof ContainedFsError)) throw error;
    if (error.code === "NOT_PERMITTED" || isUnreadable(error)) failed.push(`${directory}: ${error.message}`);
    return new Map();
  }
}

/** The names of the directories among them. */
export function directoriesOf(entries: ReadonlyMap<string, EntryKind>): string[] {
  return [...entries].filter(([, kind]) => kind === "directory").map(([name]) => name);
}
