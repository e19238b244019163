import type { ContainedRoot } from "../confine/contained-root.ts";
import { readOpened, type ReadLimit } from "./read-opened.ts";

export interface FileContent {
  readonly bytes: Buffer;
  /** Bytes that the file had when it was opened. */
  readonly size: number;
  /** Whether its owner may execute it. */
  readonly isExecutable: boolean;
}

/**
 * Reads a regular file beneath the root: what it held when it was opened. Follows no link in any
 * component, blocks on no FIFO, reads no device, no hard link and never more than `maxBytes`.
 *
 * @param path Relative to the root, with `/`.
 * @throws ContainedFsError NOT_FOUND, LINK_REFUSED, HARD_LINK_REFUSED, NOT_REGULAR, NOT_A_DIRECTORY,
 * TOO_LARGE, OUTSIDE_ROOT, INVALID_PATH, NOT_PERMITTED, IO_ERROR.
 */
export function readFileWithin(root: ContainedRoot, path: string, limit: ReadLimit): FileContent {
  const { buffer, length, ...seen } = readOpened(root, path, limit, Buffer.allocUnsafe);
  return { bytes: length === buffer.length ? buffer : buffer.subarray(0, length), ...seen };
}
