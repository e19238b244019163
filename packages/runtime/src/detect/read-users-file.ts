import { readText } from "@retinue/contained-fs";
import { realpathSync } from "node:fs";

const maxBytes = 16 * 1024 * 1024;

/**
 * A file of the user's own, which may be a link: many keep such files elsewhere. Undefined when there is none
 * that can be read; nothing is waited for.
 */
export function readUsersFile(path: string): string | undefined {
  try {
    return readText(realpathSync(path), { maxBytes });
  } catch {
    return undefined;
  }
}
