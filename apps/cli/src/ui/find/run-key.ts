import { createHash } from "node:crypto";

/** A name for a path in addresses, which says nothing of it. */
export function runKey(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 16);
}
