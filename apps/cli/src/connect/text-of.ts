import { readFileSync } from "node:fs";

/** A client's file; empty when there is none. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
