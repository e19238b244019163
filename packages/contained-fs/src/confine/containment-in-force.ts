import { closeSync, constants, fstatSync, openSync, statSync } from "node:fs";

/**
 * How names are kept from leading outside a root.
 *
 * - `walk`: component by component through directory descriptors. Holds against a party that
 *   renames and links while we read.
 * - `lstat`: each component is looked at before it is used. Sound for a tree that nobody hostile
 *   changes at the same time.
 */
export type Containment = "walk" | "lstat";

// Node does not name it. Same value on all Linux architectures but alpha, parisc and sparc.
export const O_PATH = 0o10000000;

/** Opens a directory as a place only: no right to read is needed, a link is not followed. */
export const openAsPlace = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

let known: Containment | undefined;

/** Which of the two holds on this machine. Found out once, by trying. */
export function containmentInForce(): Containment {
  known ??= descriptorsAreWalkable() ? "walk" : "lstat";
  return known;
}

function descriptorsAreWalkable(): boolean {
  if (process.platform !== "linux") return false;
  let descriptor: number | undefined;
  try {
    descriptor = openSync("/", openAsPlace);
    const through = statSync(`/proc/self/fd/${descriptor}/.`);
    const direct = fstatSync(descriptor);
    return through.ino === direct.ino && through.dev === direct.dev;
  } catch {
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
