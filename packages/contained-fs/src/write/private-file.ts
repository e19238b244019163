import { randomBytes } from "node:crypto";
import { closeSync, constants, fsyncSync, openSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export interface WriteOptions {
  /** Default 0o666, less the umask. */
  readonly mode?: number | undefined;
}

const createNew = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/**
 * Writes data durably under a name of its own beside `path`, hands that name on, and sees to it
 * that nothing stays under it whatever happens.
 */
export function withPrivateFile<T>(
  path: string,
  data: string | Uint8Array,
  { mode = 0o666 }: WriteOptions,
  publish: (temporary: string) => T,
): T {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  const descriptor = openSync(temporary, createNew, mode);
  try {
    try {
      writeFileSync(descriptor, data);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    return publish(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}
