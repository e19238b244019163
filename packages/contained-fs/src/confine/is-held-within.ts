import { closeSync, fstatSync, openSync } from "node:fs";
import { openAsPlace } from "./containment-in-force.ts";
import { failure, failureOf } from "./failure.ts";
import type { HeldDirectory } from "./hold-directory-within.ts";

/** Which directory it is, whatever it is called. */
export type DirectoryIdentity = Pick<HeldDirectory, "device" | "inode">;

// No path that the system takes has more components; whoever nests deeper by renaming is refused.
const maxClimb = 4096;

/**
 * Whether a held directory is another one or lies beneath it by now, whatever the two are called. Climbs from
 * the descriptor. A directory that is mounted in two places is climbed from by the way that it was walked to.
 *
 * @throws ContainedFsError NOT_PERMITTED, IO_ERROR; INVALID_PATH for one that lies too deep.
 */
export function isHeldWithin(inner: HeldDirectory, outer: DirectoryIdentity): boolean {
  let descriptor = opened(`/proc/self/fd/${inner.descriptor}/.`, inner.path);
  try {
    let here = identityOf(descriptor);
    for (let climbed = 0; climbed < maxClimb; climbed += 1) {
      if (isSame(here, outer)) return true;
      const above = opened(`/proc/self/fd/${descriptor}/..`, inner.path);
      closeSync(descriptor);
      descriptor = above;
      const next = identityOf(descriptor);
      // Above the root is the root.
      if (isSame(next, here)) return false;
      here = next;
    }
    throw failure("INVALID_PATH", inner.path);
  } finally {
    closeSync(descriptor);
  }
}

function opened(place: string, shown: string): number {
  try {
    return openSync(place, openAsPlace);
  } catch (error) {
    throw failureOf(error, shown);
  }
}

function identityOf(descriptor: number): DirectoryIdentity {
  const { dev: device, ino: inode } = fstatSync(descriptor);
  return { device, inode };
}

function isSame(one: DirectoryIdentity, other: DirectoryIdentity): boolean {
  return one.device === other.device && one.inode === other.inode;
}
