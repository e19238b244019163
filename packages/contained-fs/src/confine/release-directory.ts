import { closeSync } from "node:fs";
import type { HeldDirectory } from "./hold-directory-within.ts";

/** Lets go of a directory that was held. Once only: the number may be another file's afterwards. */
export function releaseDirectory({ descriptor }: HeldDirectory): void {
  closeSync(descriptor);
}
