import type { Dirent, Stats } from "node:fs";

/** What an entry is; `other` are FIFOs, sockets and devices. */
export type EntryKind = "file" | "directory" | "link" | "other";

export function kindOf(found: Stats | Dirent): EntryKind {
  if (found.isFile()) return "file";
  if (found.isDirectory()) return "directory";
  return found.isSymbolicLink() ? "link" : "other";
}
