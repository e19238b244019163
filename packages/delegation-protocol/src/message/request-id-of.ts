import { createHash } from "node:crypto";
import { requestIdSchema } from "./request.ts";

/**
 * The request_id that a request carries, whatever else is wrong with it; for one that carries none,
 * a name made of its bytes, so that it is answered once like any other.
 */
export function requestIdOf(bytes: Uint8Array): string {
  try {
    const document = JSON.parse(Buffer.from(bytes).toString("utf8")) as { request_id?: unknown } | null;
    const carried = requestIdSchema.safeParse(document?.request_id);
    if (carried.success) return carried.data;
  } catch {
    // Not JSON.
  }
  return `unreadable-${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`;
}
