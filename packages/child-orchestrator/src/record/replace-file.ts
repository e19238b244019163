import { renameSync, writeFileSync } from "node:fs";

/**
 * Replaces a file as a whole, so that a reader and a kill of this process find the old content or
 * the new one. Without fsync, which costs milliseconds: only for what can be made again from
 * answers, votes and the output file, which are written durably. One writer a path.
 */
export function replaceFile(path: string, text: string): void {
  const temporary = `${path}.tmp`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}
