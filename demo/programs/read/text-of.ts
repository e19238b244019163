import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The text of a file; undefined for one that is binary or that went away in the meantime. */
export function textOf(root: string, path: string): string | undefined {
  try {
    const bytes = readFileSync(join(root, path));
    return bytes.includes(0) ? undefined : bytes.toString("utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
