import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { SubagentServerError } from "../subagent-server-error.ts";

/** Largest configuration file that is read, in bytes. */
const maxBytes = 1024 * 1024;

/**
 * The text of a file that `source` (a flag) names, or `undefined` when there is none.
 *
 * @throws SubagentServerError INVALID_FILE when it is no regular file, too large, or unreadable.
 */
export function readNamedFile(path: string, source: string): string | undefined {
  let descriptor: number;
  try {
    // O_NONBLOCK: a FIFO must not hold the server up.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw invalidFile(path, source, (error as Error).message, error);
  }
  try {
    if (!fstatSync(descriptor).isFile()) throw invalidFile(path, source, "it is not a regular file");
    const buffer = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length <= maxBytes; length += read) {
      read = readSync(descriptor, buffer, length, buffer.length - length, length);
    }
    if (length > maxBytes) throw invalidFile(path, source, `it is larger than ${maxBytes} bytes`);
    return buffer.toString("utf8", 0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** An error that names the file, who asked for it, and what to do. */
export function invalidFile(
  path: string,
  source: string,
  problem: string,
  cause?: unknown,
): SubagentServerError {
  return new SubagentServerError("INVALID_FILE", `${path} (${source}) cannot be used: ${problem}`, {
    remedy: `Correct ${path}, or change ${source}; the next call reads it again.`,
    details: { path, source },
    cause,
  });
}
