import { closeSync, constants, fsyncSync, openSync } from "node:fs";
import { syncedAndClosed } from "./synced-and-closed.ts";

/** Makes a rename or a new name in a directory durable. A no-op on Windows, which cannot. */
export function syncDirectory(path: string): void {
  if (process.platform === "win32") return;
  const descriptor = openDirectory(path);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

interface Syncing {
  /** The one at work, which need not reach what was named after it began. */
  running: Promise<void>;
  /** The one after it, for all who asked meanwhile. */
  next: Promise<void> | undefined;
}

const syncing = new Map<string, Syncing>();

/** The same without standing in the way of others; those who ask while one is at work share the next. */
export function directorySynced(path: string): Promise<void> {
  if (process.platform === "win32") return Promise.resolve();
  const present = syncing.get(path);
  if (present !== undefined) {
    present.next ??= present.running.catch(() => {}).then(() => begin(path));
    return present.next;
  }
  return begin(path);
}

function begin(path: string): Promise<void> {
  const running = syncOnce(path);
  const entry: Syncing = { running, next: undefined };
  syncing.set(path, entry);
  const end = () => {
    if (entry.next === undefined) syncing.delete(path);
  };
  running.then(end, end);
  return running;
}

async function syncOnce(path: string): Promise<void> {
  await syncedAndClosed(openDirectory(path));
}

function openDirectory(path: string): number {
  return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
}
