import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";

// Paths that the operator named, or the kernel: their links are followed on purpose, and nothing else is read.

/** Where a path leads to; the path itself when nothing is there. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** What is at a path: its mode, owner and device; undefined when nothing is there. */
export function hostPathStats(path: string): { mode: number; uid: number; dev: number } | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** Whether a path is a directory itself, and no link to one. */
export function isRealDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** What the kernel says in a file of /proc; empty where there is none. */
export function kernelText(path: `/proc/${string}`): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
