import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { entryAt } from "./entry-at.ts";
import type { DirectoryIdentity } from "./is-held-within.ts";

/**
 * Whether an entry is what lies at a trusted path, or a directory above it, whatever it is called: by a link, a
 * hard link, or a mount elsewhere. The directories count before anything lies there.
 */
export function isAtOrAbove({ device, inode }: DirectoryIdentity, path: string): boolean {
  return [...withAncestors(path), ...withAncestors(realOrSelf(path))].some((place) => {
    const known = entryAt(realOrSelf(place));
    return known?.inode === inode && known.device === device;
  });
}

function withAncestors(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...withAncestors(above)];
}

function realOrSelf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
