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

/** What was read of a file: the first `length` bytes of `buffer`. */
export interface OpenedContent {
  readonly buffer: Buffer;
  readonly length: number;
  /** Bytes that the file had when it was opened. */
  readonly size: number;
}

// O_NONBLOCK: without it opening a FIFO waits for a writer, for ever.
const openForRead = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Opens a file beneath the root, refuses what is no plain file, and reads it into a buffer of that size. */
export function readOpened(
  root: ContainedRoot,
  path: string,
  limit: ReadLimit,
  bufferFor: (length: number) => Buffer,
): OpenedContent {
  const components = pathComponents(path);
  const name = components.pop();
  if (name === undefined) throw failure("NOT_REGULAR", root.path);
  const directory = directoryWithin(root, components);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(`${directory}/${name}`, openForRead);
    return readChecked(descriptor, `${root.path}/${path}`, limit, bufferFor);
  } catch (error) {
    throw failureOf(error, `${root.path}/${path}`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function readChecked(
  descriptor: number,
  shown: string,
  { maxBytes, whenLarger = "refuse" }: ReadLimit,
  bufferFor: (length: number) => Buffer,
): OpenedContent {
  const found = fstatSync(descriptor);
  if (!found.isFile()) throw failure("NOT_REGULAR", shown);
  if (found.nlink > 1) throw failure("HARD_LINK_REFUSED", shown);
  const { size } = found;
  if (size > maxBytes && whenLarger === "refuse") throw failure("TOO_LARGE", shown);
  const length = Math.min(size, maxBytes);
  const start = whenLarger === "tail" ? size - length : 0;
  const buffer = bufferFor(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(descriptor, buffer, filled, length - filled, start + filled);
    // Shorter than it was a moment ago.
    if (count === 0) break;
    filled += count;
  }
  return { buffer, length: filled, size };
}
