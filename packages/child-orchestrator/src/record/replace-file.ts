import { writeFileAtomic } from "@retinue/contained-fs";

/**
 * Replaces a file as a whole, so that a reader and a kill of this process find the old content or
 * the new one, by a new file beside it whose name nobody can have taken. Without fsync, which costs
 * milliseconds: only for what can be made again from answers, votes and the output file, which are
 * written durably.
 */
export function replaceFile(path: string, text: string): void {
  writeFileAtomic(path, text, { durable: false });
}
