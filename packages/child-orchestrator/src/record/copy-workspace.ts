import { constants } from "node:fs";
import { cp, lstat, readdir } from "node:fs/promises";
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
  const names = (await readdir(from).catch(() => [])).filter((name) => !leftOut.has(name));
  if (names.length === 0) return false;
  await cp(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: async (source) => {
      if (source !== from && leftOut.has(basename(source))) return false;
      const entry = await lstat(source).catch(() => undefined);
      return entry !== undefined && (entry.isDirectory() || entry.isFile());
    },
  });
  return true;
}
