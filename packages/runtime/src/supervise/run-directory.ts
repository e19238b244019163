import { closeSync, constants, openSync, watch, type FSWatcher } from "node:fs";
import { join } from "node:path";
import { runFiles } from "./run-files.ts";

// Nothing may lie there yet: opening a FIFO for writing would wait, and a link lead elsewhere.
const openLog =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  constants.O_EXCL |
  (constants.O_NOFOLLOW ?? 0);

/**
 * Creates the files for a run's output, and hands on their descriptors for a process to inherit.
 *
 * @throws EEXIST where a run has them already.
 */
export function withRunLogs<T>(directory: string, use: (descriptors: readonly number[]) => T): T {
  const descriptors: number[] = [];
  try {
    for (const name of [runFiles.stdout, runFiles.stderr]) {
      descriptors.push(openSync(join(directory, name), openLog, 0o600));
    }
    return use(descriptors);
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
}

/**
 * Tells of changes in a run's directory, by name; undefined when no watch is left. Keeps nothing alive. Not
 * `directoryChanges`: only one name of many counts, an engine writes its output there without end, and who
 * follows a run has its own looks beneath.
 */
export function watchRunDirectory(
  directory: string,
  onChange: (name: string | null) => void,
): FSWatcher | undefined {
  try {
    return watch(directory, { persistent: false }, (_, name) => onChange(name));
  } catch {
    return undefined;
  }
}
