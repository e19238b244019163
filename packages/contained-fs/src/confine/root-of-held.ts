import { rootAt, type ContainedRoot } from "./contained-root.ts";
import type { HeldDirectory } from "./hold-directory-within.ts";

/**
 * A held directory as a root: what is looked at beneath it lies in that directory, whatever has its name by now.
 * Closing it, which comes before that, does not let go of the directory itself.
 */
export function rootOfHeld({ path, descriptor }: HeldDirectory): ContainedRoot {
  return rootAt(path, "walk", { at: `/proc/self/fd/${descriptor}`, descriptor: undefined });
}
