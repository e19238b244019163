import { closeSync, readSync } from "node:fs";
import { directoryWithin, type ContainedRoot } from "../confine/contained-root.ts";
import { failure, failureOf } from "../confine/failure.ts";
import { pathComponents } from "../confine/path-components.ts";
import { openRegular, type OpenedFile } from "./open-regular.ts";

export interface ReadLimit {
  /** Bytes that are read at most. */
  readonly maxBytes: number;
  /** What a larger file gets: refusal (the default), or its first or last `maxBytes`. */
  readonly whenLarger?: "refuse" | "head" | "tail";
  /** Default false. True for a file that may have a second name of ours, as a killed `createFileExclusive` leaves. */
  readonly hardLinks?: boolean;
}

/** What was read of a file: the first `length` bytes of `buffer`. */
export interface OpenedContent {
  readonly buffer: Buffer;
  readonly length: number;
  /** Bytes that the file had when it was opened. */
  readonly size: number;
  /** Whether its owner may execute it. */
  readonly isExecutable: boolean;
}

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
  const shown = `${root.path}/${path}`;
  try {
    const opened = openRegular(`${directory}/${name}`, shown, root.containment, limit);
    try {
      return readWhole(opened, shown, limit, bufferFor);
    } finally {
      closeSync(opened.descriptor);
    }
  } catch (error) {
    throw failureOf(error, shown);
  }
}

function readWhole(
  { descriptor, stats: { size, mode } }: OpenedFile,
  shown: string,
  { maxBytes, whenLarger = "refuse" }: ReadLimit,
  bufferFor: (length: number) => Buffer,
): OpenedContent {
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
  return { buffer, length: filled, size, isExecutable: (mode & 0o100) !== 0 };
}
