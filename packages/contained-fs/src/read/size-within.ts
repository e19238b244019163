import { setImmediate as nextTurn } from "node:timers/promises";
import type { ContainedRoot } from "../confine/contained-root.ts";
import { ContainedFsError } from "../contained-fs-error.ts";
import { entryWithin } from "./entry-within.ts";
import { listWithin } from "./list-within.ts";

const maxEntries = 1_000_000;

/**
 * The bytes of all files beneath a name beneath the root, without following a link. What cannot be looked at counts
 * nothing. Others get their turn between two directories.
 *
 * @throws ContainedFsError OUTSIDE_ROOT, INVALID_PATH.
 */
export async function sizeWithin(root: ContainedRoot, path: string): Promise<number> {
  const found = entryWithin(root, path);
  if (found === undefined) return 0;
  if (found.kind !== "directory") return found.kind === "file" ? found.size : 0;
  await nextTurn();
  let bytes = 0;
  for (const { name, kind } of listed(root, path)) {
    const entry = `${path}/${name}`;
    if (kind === "directory") bytes += await sizeWithin(root, entry);
    else if (kind === "file") bytes += entryWithin(root, entry)?.size ?? 0;
  }
  return bytes;
}

function listed(root: ContainedRoot, path: string) {
  try {
    return listWithin(root, path, { maxEntries }).entries;
  } catch (error) {
    if (error instanceof ContainedFsError) return [];
    throw error;
  }
}
