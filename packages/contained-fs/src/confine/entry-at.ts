import { lstatSync } from "node:fs";
import { kindOf, type EntryKind } from "./entry-kind.ts";

/** What lies at a path whose directories are trusted; a link is seen as a link. */
export interface Entry {
  readonly kind: EntryKind;
  /** When it was changed last, Unix time in milliseconds. */
  readonly modifiedMs: number;
  /** Bytes. */
  readonly size: number;
  readonly device: number;
  readonly inode: number;
}

/** Looks at a path without opening or following anything; `undefined` when nothing is there, or it cannot be told. */
export function entryAt(path: string): Entry | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    const { mtimeMs: modifiedMs, size, dev: device, ino: inode } = found;
    return { kind: kindOf(found), modifiedMs, size, device, inode };
  } catch {
    // Something above it is no directory, or may not be entered.
    return undefined;
  }
}
