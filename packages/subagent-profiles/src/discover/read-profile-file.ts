import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { SubagentProfilesError } from "../subagent-profiles-error.ts";

/** Largest profile that is read, in bytes: a role that is longer is not read by anybody. */
const maxBytes = 64 * 1024;

/**
 * The text of a profile, or undefined when there is no file. Links are refused: a prompt must not
 * carry what lies elsewhere.
 *
 * @throws SubagentProfilesError INVALID_PROFILE when it is no regular file, too large, or unreadable.
 */
export function readProfileFile(path: string): string | undefined {
  let descriptor: number;
  try {
    // O_NONBLOCK: a FIFO must not hold the caller up.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw unreadable(path, code === "ELOOP" ? "it is a symbolic link" : message, error);
  }
  try {
    if (!fstatSync(descriptor).isFile()) throw unreadable(path, "it is not a regular file");
    const buffer = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = readSync(descriptor, buffer, length, buffer.length - length, length);
    }
    if (length > maxBytes) throw unreadable(path, `it is larger than ${maxBytes} bytes`);
    return buffer.toString("utf8", 0, length);
  } finally {
    closeSync(descriptor);
  }
}

function unreadable(path: string, problem: string, cause?: unknown): SubagentProfilesError {
  return new SubagentProfilesError("INVALID_PROFILE", `${path} is no profile: ${problem}`, {
    remedy: "Make it a regular text file, or remove its directory.",
    details: { path },
    cause,
  });
}
