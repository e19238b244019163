import { isWithin } from "@retinue/contained-fs";
import { constants } from "node:fs";
import { copyFile, lstat, mkdir, readdir, readlink, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { ChangesError } from "../changes-error.ts";

const maxEntries = 100_000;

/**
 * Copies a directory that is no repository, sharing the blocks of its files where the file system can. Links are
 * copied as they are; pipes, sockets and devices are not.
 *
 * @param to Absolute: not there yet, in a directory that nobody else writes in. Where it lies in what is copied, it is
 * to be in `without`.
 * @param without Absolute paths in it that are not copied, nor what lies beneath.
 * @throws ChangesError NOT_CHANGEABLE for one with too many entries.
 */
export async function copyDirectory(from: string, to: string, without: readonly string[]): Promise<void> {
  let entries = 0;
  const copyInto = async (source: string, target: string): Promise<void> => {
    await mkdir(target);
    for (const name of await readdir(source)) {
      const [each, copy] = [join(source, name), join(target, name)];
      if (without.some((path) => isWithin(each, path))) continue;
      entries += 1;
      if (entries > maxEntries) throw tooMany(from);
      const found = await lstat(each);
      if (found.isDirectory()) await copyInto(each, copy);
      else if (found.isSymbolicLink()) await symlink(await readlink(each), copy);
      else if (found.isFile()) {
        await copyFile(each, copy, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
        await utimes(copy, found.atime, found.mtime);
      }
    }
  };
  await copyInto(from, to);
}

function tooMany(path: string): ChangesError {
  return new ChangesError("NOT_CHANGEABLE", `${path} holds more than ${maxEntries} files and directories`, {
    remedy: "Name the directory in it that is to be changed, or make it a repository.",
    details: { path, maxEntries },
  });
}
