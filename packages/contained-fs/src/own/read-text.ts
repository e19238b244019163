import { readSync, closeSync } from "node:fs";
import { resolve } from "node:path";
import { containmentInForce } from "../confine/containment-in-force.ts";
import { failure, failureOf } from "../confine/failure.ts";
import { openRegular } from "../read/open-regular.ts";

/**
 * Reads a document of ours, by its path: every name above it is trusted. Follows no link at its own name,
 * waits for nothing, and never reads more than `maxBytes`. A second name is allowed, since a kill can leave
 * one of ours. Bytes that are no UTF-8 become U+FFFD.
 *
 * @returns `undefined` when there is none.
 * @throws ContainedFsError LINK_REFUSED, NOT_REGULAR, NOT_A_DIRECTORY, TOO_LARGE, NOT_PERMITTED, IO_ERROR.
 */
export function readText(path: string, { maxBytes }: { readonly maxBytes: number }): string | undefined {
  const absolute = resolve(path);
  try {
    const { descriptor, stats } = openRegular(absolute, absolute, containmentInForce(), { hardLinks: true });
    try {
      if (stats.size > maxBytes) throw failure("TOO_LARGE", absolute);
      return readUpTo(descriptor, stats.size, maxBytes);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const failed = failureOf(error, absolute);
    if (failed.code === "NOT_FOUND") return undefined;
    throw failed;
  }
}

/** Files of /proc have no size: they are read in pieces until they end. */
function readUpTo(descriptor: number, size: number, maxBytes: number): string {
  const buffer = Buffer.allocUnsafe(size === 0 ? Math.min(maxBytes, 64 * 1024) : size);
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(descriptor, buffer, filled, buffer.length - filled, null);
    if (count === 0) break;
    filled += count;
  }
  return buffer.toString("utf8", 0, filled);
}
