import {
  entryAt,
  openRoot,
  removeTreeWithin,
  renameWithin,
  sizeWithin,
  withRoot,
} from "@retinue/contained-fs";
import { randomUUID } from "node:crypto";
import { basename, dirname, join } from "node:path";

/** Beside what it held: no id is called so, and no record is looked for in it. */
const asideName = ".removed";

/** Takes directories out of sight, each by one rename; all of them or, where one cannot be, none. */
export function putAside(directories: readonly string[]): void {
  const moved: { readonly parent: string; readonly name: string; readonly aside: string }[] = [];
  try {
    for (const directory of directories) {
      if (entryAt(directory) === undefined) continue;
      const [parent, name] = [dirname(directory), basename(directory)];
      const aside = `${asideName}/${name}.${randomUUID()}`;
      withRoot(parent, (root) => renameWithin(root, name, aside));
      moved.push({ parent, name, aside });
    }
  } catch (error) {
    for (const { parent, name, aside } of moved) withRoot(parent, (root) => renameWithin(root, aside, name));
    throw error;
  }
}

/** The bytes that lie aside in these directories. */
export async function asideBytes(parents: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const parent of thoseWith(parents)) {
    using root = openRoot(parent);
    bytes += await sizeWithin(root, asideName);
  }
  return bytes;
}

/**
 * Removes what lies aside in these directories, also what an earlier cleaning has left.
 *
 * @returns Absolute paths of what stays.
 */
export async function removeAside(parents: readonly string[]): Promise<string[]> {
  const stuck: string[] = [];
  for (const parent of thoseWith(parents)) {
    using root = openRoot(parent);
    if (!(await removeTreeWithin(root, asideName))) stuck.push(join(parent, asideName));
  }
  return stuck;
}

function thoseWith(parents: readonly string[]): string[] {
  return [...new Set(parents)].filter((parent) => entryAt(join(parent, asideName))?.kind === "directory");
}
