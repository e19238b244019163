import {
  isUnreadable,
  kindWithin,
  readFileWithin,
  readLinkWithin,
  type ContainedRoot,
} from "@retinue/contained-fs";
import { createHash } from "node:crypto";

export type FileMode = "100644" | "100755" | "120000";

export interface ReadEntry {
  readonly mode: FileMode;
  readonly bytes: Buffer;
  /** As git names these bytes. */
  readonly hash: string;
}

const maxFileBytes = 256 * 1024 * 1024;

/** A file's or a link's bytes as they are, or why they cannot be had. Throws only where the machine fails. */
export function readEntry(
  root: ContainedRoot,
  path: string,
  objectFormat: "sha1" | "sha256",
): ReadEntry | string {
  try {
    const entry = contentOf(root, path);
    const hash = createHash(objectFormat).update(`blob ${entry.bytes.length}\0`).update(entry.bytes);
    return { ...entry, hash: hash.digest("hex") };
  } catch (error) {
    if (isUnreadable(error)) throw error;
    return (error as Error).message;
  }
}

function contentOf(root: ContainedRoot, path: string): Omit<ReadEntry, "hash"> {
  if (kindWithin(root, path) === "link") return { mode: "120000", bytes: readLinkWithin(root, path) };
  const { bytes, isExecutable } = readFileWithin(root, path, { maxBytes: maxFileBytes });
  return { mode: isExecutable ? "100755" : "100644", bytes };
}
