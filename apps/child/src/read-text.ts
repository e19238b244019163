import { readFileSync, statSync } from "node:fs";
import { ChildError } from "./child-error.ts";

/**
 * Reads a text file of at most `maxBytes`.
 *
 * @throws ChildError UNREADABLE_FILE.
 */
export function readText(path: string, what: string, maxBytes: number): string {
  const refused = (problem: string, remedy: string, cause?: unknown) =>
    new ChildError("UNREADABLE_FILE", `cannot read ${what} ${path}: ${problem}`, { remedy, cause });
  try {
    const found = statSync(path);
    if (!found.isFile()) throw refused("it is no regular file", "Name a file.");
    if (found.size > maxBytes) {
      throw refused(`it has ${found.size} bytes`, `At most ${maxBytes} bytes are allowed.`);
    }
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof ChildError) throw error;
    throw refused((error as Error).message, "Name a file that exists and can be read.", error);
  }
}
