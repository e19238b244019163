import { readdirSync, type Dirent } from "node:fs";

/** Names of the folders in a directory, in order; none where it cannot be listed: most projects have none. No links. */
export function folders(directory: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}
