import { setImmediate as nextTurn } from "node:timers/promises";
import type { ContainedRoot } from "../confine/contained-root.ts";
import { ContainedFsError } from "../contained-fs-error.ts";
import { entryWithin } from "../read/entry-within.ts";
import { listWithin } from "../read/list-within.ts";
import { removeEntryWithin } from "./remove-entry-within.ts";

const entriesAtOnce = 10_000;

/**
 * Removes what has a name beneath the root, with all that lies in it, as far as that can be done; nothing behind a
 * link. Others get their turn between two directories.
 *
 * @returns Whether it is gone. What may not be entered or changed stays, and what has a name that is no UTF-8.
 * @throws ContainedFsError OUTSIDE_ROOT, INVALID_PATH.
 */
export async function removeTreeWithin(root: ContainedRoot, path: string): Promise<boolean> {
  if (entryWithin(root, path)?.kind === "directory") await empty(root, path);
  try {
    removeEntryWithin(root, path);
  } catch (error) {
    // A directory above it is gone, and it is too.
    if (!(error instanceof ContainedFsError) || error.code !== "NOT_FOUND") throw error;
  }
  return entryWithin(root, path) === undefined;
}

/** A large directory in parts, for as long as the part before was removed. */
async function empty(root: ContainedRoot, path: string): Promise<void> {
  for (let goesOn = true; goesOn;) {
    await nextTurn();
    const listing = listed(root, path);
    goesOn = listing?.truncated === true;
    for (const { name, kind } of listing?.entries ?? []) {
      const entry = `${path}/${name}`;
      if (kind === "directory") goesOn = (await removeTreeWithin(root, entry)) && goesOn;
      else {
        removeEntryWithin(root, entry);
        // A name that is no UTF-8 is not found by what was read of it.
        goesOn &&= !name.includes("\uFFFD") && entryWithin(root, entry) === undefined;
      }
    }
  }
}

function listed(root: ContainedRoot, path: string) {
  try {
    return listWithin(root, path, { maxEntries: entriesAtOnce });
  } catch (error) {
    if (error instanceof ContainedFsError) return undefined;
    throw error;
  }
}
