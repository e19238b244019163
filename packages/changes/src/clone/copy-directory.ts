import { isWithin, makeDirectoryWithin, openRoot } from "@retinue/contained-fs";
import { constants } from "node:fs";
import { cp, lstat } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { ChangesError } from "../changes-error.ts";
import type { PlannedTree } from "../record/plan.ts";

const maxEntries = 100_000;

/**
 * Copies a directory that is no repository, sharing the blocks of its files where the file system can. Links are
 * copied as they are; pipes, sockets and devices are not.
 *
 * @param without Absolute paths in it that are not copied, nor what lies beneath.
 * @throws ChangesError NOT_CHANGEABLE for one with too many entries.
 */
export async function copyDirectory(
  from: string,
  tree: PlannedTree,
  without: readonly string[],
): Promise<void> {
  using above = openRoot(tree.root);
  makeDirectoryWithin(above, relative(tree.root, dirname(tree.path)));
  let entries = 0;
  await cp(from, tree.path, {
    recursive: true,
    errorOnExist: true,
    force: false,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
    filter: async (source) => {
      if (source !== from && without.some((path) => isWithin(source, path))) return false;
      entries += 1;
      if (entries > maxEntries) throw tooMany(from);
      const found = await lstat(source);
      return found.isFile() || found.isDirectory() || found.isSymbolicLink();
    },
  });
}

function tooMany(path: string): ChangesError {
  return new ChangesError("NOT_CHANGEABLE", `${path} holds more than ${maxEntries} files and directories`, {
    remedy: "Name the directory in it that is to be changed, or make it a repository.",
    details: { path, maxEntries },
  });
}
