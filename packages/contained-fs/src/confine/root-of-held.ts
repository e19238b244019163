import type { ContainedRoot } from "./contained-root.ts";
import type { HeldDirectory } from "./hold-directory-within.ts";

/**
 * A held directory as a root: what is looked at beneath it lies in that directory, whatever has its name by now.
 * Close it with `closeRoot`, which does not let go of the directory itself; before that is done.
 */
export function rootOfHeld({ path, descriptor }: HeldDirectory): ContainedRoot {
  const own = { at: `/proc/self/fd/${descriptor}`, descriptor: undefined };
  return { path, containment: "walk", directories: new Map([["", own]]) };
}
