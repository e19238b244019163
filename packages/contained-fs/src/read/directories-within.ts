import type { ContainedRoot } from "../confine/contained-root.ts";
import { ContainedFsError } from "../contained-fs-error.ts";
import { listWithin } from "./list-within.ts";

/**
 * Names of the directories in a directory beneath the root; none where it is not made yet, is none, or cannot be reached
 * without following a link.
 *
 * @param path Relative to the root.
 */
export function directoriesWithin(
  root: ContainedRoot,
  path: string,
  limits: { readonly maxEntries: number },
): string[] {
  try {
    const { entries } = listWithin(root, path, limits);
    return entries.filter(({ kind }) => kind === "directory").map(({ name }) => name);
  } catch (error) {
    if (error instanceof ContainedFsError) return [];
    throw error;
  }
}
