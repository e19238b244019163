import { constants, lstatSync, promises, readdirSync } from "node:fs";
import { basename } from "node:path";

/** Left out of copies: large, and made again by a command. */
const leftOut = new Set(["node_modules", ".pnpm-store", "__pycache__", ".massgen"]);

/**
 * Copies an agent's directory, if it holds anything. Links are left out, because a copy of one
 * points to what its author goes on changing; so is everything that is no file.
 *
 * @returns Whether there was anything to copy.
 */
export async function copyWorkspace(from: string, to: string): Promise<boolean> {
  if (!holdsAnything(from)) return false;
  await promises.cp(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (source) => {
      if (source !== from && leftOut.has(basename(source))) return false;
      const entry = lstatSync(source, { throwIfNoEntry: false });
      return entry !== undefined && (entry.isDirectory() || entry.isFile());
    },
  });
  return true;
}

/** Synchronous: the first asynchronous call to the file system starts a thread pool, tens of milliseconds. */
function holdsAnything(directory: string): boolean {
  try {
    return readdirSync(directory).some((name) => !leftOut.has(name));
  } catch {
    return false;
  }
}
