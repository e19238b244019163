import { closeSync, constants, fsyncSync, openSync } from "node:fs";

/** Makes a rename or a new name in a directory durable. A no-op on Windows, which cannot. */
export function syncDirectory(path: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
