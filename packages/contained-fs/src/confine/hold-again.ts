import { openSync } from "node:fs";
import { openAsPlace } from "./containment-in-force.ts";
import { failureOf } from "./failure.ts";
import type { HeldDirectory } from "./hold-directory-within.ts";

/**
 * Holds a held directory a second time, for somebody who lets go of it at another time.
 *
 * @throws ContainedFsError IO_ERROR when no descriptor is left.
 */
export function holdAgain(held: HeldDirectory): HeldDirectory {
  try {
    return { ...held, descriptor: openSync(`/proc/self/fd/${held.descriptor}/.`, openAsPlace) };
  } catch (error) {
    throw failureOf(error, held.path);
  }
}
