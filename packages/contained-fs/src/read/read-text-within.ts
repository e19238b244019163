import type { ContainedRoot } from "../confine/contained-root.ts";
import { readOpened, type ReadLimit } from "./read-opened.ts";

export interface TextContent {
  readonly text: string;
  /** Bytes that the file had when it was opened. */
  readonly size: number;
}

// Reading is synchronous, so one buffer serves all reads of ordinary files.
const shared = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * Reads a file like `readFileWithin`, as UTF-8. Bytes that are none become U+FFFD.
 *
 * @throws ContainedFsError as `readFileWithin` does.
 */
export function readTextWithin(root: ContainedRoot, path: string, limit: ReadLimit): TextContent {
  const { buffer, length, size } = readOpened(root, path, limit, bufferFor);
  return { text: buffer.toString("utf8", 0, length), size };
}

function bufferFor(length: number): Buffer {
  return length <= shared.length ? shared : Buffer.allocUnsafe(length);
}
