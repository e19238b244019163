import { ContainedFsError, listWithin, withRoot, type EntryKind } from "@retinue/contained-fs";

const maxEntries = 10_000;

/** What lies in a directory, by name; empty when it cannot be listed. */
export function entriesOf(directory: string): ReadonlyMap<string, EntryKind> {
  try {
    const { entries } = withRoot(directory, (root) => listWithin(root, "", { maxEntries }));
    return new Map(entries.map(({ name, kind }) => [name, kind]));
  } catch (error) {
    if (error instanceof ContainedFsError) return new Map();
    throw error;
  }
}
