import { constants, lstatSync, promises, readdirSync } from "node:fs";
import { basename, relative, sep } from "node:path";

/** Left out of copies: large, and made again by a command. */
const leftBehind = new Set(["node_modules", ".pnpm-store", "__pycache__", ".massgen"]);

/**
 * Of one copy: an agent's files are what its answer names, and each answer is copied for each of the others.
 * A sparse file counts by the length that its copy has.
 */
const limits = { entries: 20_000, bytes: 1024 ** 3, directories: 64 } as const;

export interface WorkspaceCopy {
  /** Whether there was anything to copy. */
  readonly holdsAnything: boolean;
  /** What is not in the copy because of its bounds, in words. */
  readonly leftOut: string | undefined;
}

/**
 * Copies an agent's directory, if it holds anything. Links are left out, because a copy of one
 * points to what its author goes on changing; so is everything that is no file.
 */
export async function copyWorkspace(from: string, to: string): Promise<WorkspaceCopy> {
  if (!holdsAnything(from)) return { holdsAnything: false, leftOut: undefined };
  const taken = { entries: 0, bytes: 0 };
  let leftOut = 0;
  const fits = (source: string, size: number) => {
    const depth = relative(from, source).split(sep).length;
    const fitting =
      taken.entries < limits.entries && taken.bytes + size <= limits.bytes && depth <= limits.directories;
    if (fitting) Object.assign(taken, { entries: taken.entries + 1, bytes: taken.bytes + size });
    else leftOut++;
    return fitting;
  };
  await promises.cp(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (source) => {
      if (source === from) return true;
      if (leftBehind.has(basename(source))) return false;
      const entry = lstatSync(source, { throwIfNoEntry: false });
      if (entry?.isDirectory()) return fits(source, 0);
      return entry?.isFile() === true && fits(source, entry.size);
    },
  });
  const bounds = `a copy has at most ${limits.entries} entries and ${limits.bytes} bytes, ${limits.directories} directories deep`;
  return {
    holdsAnything: true,
    leftOut: leftOut === 0 ? undefined : `${leftOut} of its files and directories are not copied: ${bounds}`,
  };
}

/** Synchronous: the first asynchronous call to the file system starts a thread pool, tens of milliseconds. */
function holdsAnything(directory: string): boolean {
  try {
    return readdirSync(directory).some((name) => !leftBehind.has(name));
  } catch {
    return false;
  }
}
