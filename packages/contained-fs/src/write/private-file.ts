import { closeSync, constants, fchmodSync, fsyncSync, openSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export interface WriteOptions {
  /** Holds whatever the umask is. Default 0o666, less the umask. */
  readonly mode?: number | undefined;
  /**
   * Default true: kept through a power cut. False: whole after a kill all the same, and quicker; for
   * what means nothing once the machine has started anew.
   */
  readonly durable?: boolean | undefined;
  /** Asked before anything is written, and again right before the file gets its name: what it throws keeps it from that. */
  readonly confirm?: (() => void) | undefined;
}

// A name of the greatest length has no room for ours beside it.
const longestShown = 60;

export const createNew =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/**
 * Writes data durably under a name of its own beside `path`, hands that name on, and takes it away whatever happens.
 * Where that fails the name stays, as after a kill, and what was published is so all the same.
 */
export function withPrivateFile<T>(
  path: string,
  data: string | Uint8Array,
  { mode, durable = true, confirm }: WriteOptions,
  publish: (temporary: string) => T,
): T {
  confirm?.();
  const temporary = privateName(path);
  try {
    const descriptor = createPrivate(temporary, data, mode);
    try {
      if (durable) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    confirm?.();
    return publish(temporary);
  } finally {
    removeIfPossible(temporary);
  }
}

function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A private name, which nobody reads.
  }
}

/** Creates the file with its content. Returns it opened. */
export function createPrivate(
  temporary: string,
  data: string | Uint8Array,
  mode: number | undefined,
): number {
  const descriptor = openSync(temporary, createNew, mode ?? 0o666);
  try {
    if (mode !== undefined && (mode & 0o077) !== 0) fchmodSync(descriptor, mode);
    writeFileSync(descriptor, data);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** A name beside `path` that nobody else uses. O_EXCL keeps two writers apart all the same. */
export function privateName(path: string): string {
  // Loading node:crypto for the name would cost more than the write.
  const own = `${process.pid.toString(36)}${Math.random().toString(36).slice(2, 10)}`;
  return join(dirname(path), `.${basename(path).slice(0, longestShown)}.${own}.tmp`);
}
