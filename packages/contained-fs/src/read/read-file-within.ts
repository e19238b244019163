import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { directoryWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { failure, failureOf } from "../confine/failure.ts";
import { pathComponents } from "../confine/path-components.ts";

export interface ReadLimit {
  /** Bytes that are read at most. */
  readonly maxBytes: number;
  /** What a larger file gets: refusal (the default), or its first or last `maxBytes`. */
  readonly whenLarger?: "refuse" | "head" | "tail";
}

export interface FileContent {
  readonly bytes: Buffer;
  /** Bytes that the file had when it was opened. */
  readonly size: number;
}

// O_NONBLOCK: without it opening a FIFO waits for a writer, for ever.
const openForRead = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a regular file beneath the root: what it held when it was opened. Follows no link in any
 * component, blocks on no FIFO, reads no device, no hard link and never more than `maxBytes`.
 *
 * @param path Relative to the root, with `/`.
 * @throws ContainedFsError NOT_FOUND, LINK_REFUSED, HARD_LINK_REFUSED, NOT_REGULAR, NOT_A_DIRECTORY,
 * TOO_LARGE, OUTSIDE_ROOT, INVALID_PATH, NOT_PERMITTED, IO_ERROR.
 */
export function readFileWithin(root: ContainedRoot, path: string, limit: ReadLimit): FileContent {
  const components = pathComponents(path);
  const name = components.pop();
  const shown = `${root.path}/${path}`;
  if (name === undefined) throw failure("NOT_REGULAR", root.path);
  const directory = directoryWithin(root, components);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(`${directory}/${name}`, openForRead);
    return readOpened(descriptor, shown, limit);
  } catch (error) {
    throw failureOf(error, shown);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function readOpened(descriptor: number, shown: string, { maxBytes, whenLarger }: ReadLimit): FileContent {
  const found = fstatSync(descriptor);
  if (!found.isFile()) throw failure("NOT_REGULAR", shown);
  if (found.nlink > 1) throw failure("HARD_LINK_REFUSED", shown);
  const { size } = found;
  if (size > maxBytes && (whenLarger ?? "refuse") === "refuse") throw failure("TOO_LARGE", shown);
  const length = Math.min(size, maxBytes);
  const start = whenLarger === "tail" ? size - length : 0;
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(descriptor, bytes, filled, length - filled, start + filled);
    // Shorter than it was a moment ago.
    if (count === 0) break;
    filled += count;
  }
  return { bytes: filled === length ? bytes : bytes.subarray(0, filled), size };
}
