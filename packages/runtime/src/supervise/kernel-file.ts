import { existsSync, readFileSync, readlinkSync } from "node:fs";

/** Text of a file of the kernel's, beneath /proc or /sys; undefined when it cannot be read. */
export function kernelFile(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    // Gone, not permitted, or not Linux.
    return undefined;
  }
}

/** What a link of the kernel's says; undefined when there is none. */
export function kernelLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Whether the kernel, or what is installed on this machine, has such a path. */
export function isThere(path: string): boolean {
  return existsSync(path);
}
