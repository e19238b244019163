import {
  isWithin,
  makeDirectoryWithin,
  openRoot,
  removeTreeWithin,
  renameWithin,
} from "@retinue/contained-fs";
import { dirname, join, relative } from "node:path";
import type { PlannedTree } from "../record/plan.ts";

/** Where trees are made whole, out of the reach of whoever may still be at work where they are going to be. */
export interface Staging extends AsyncDisposable {
  /** A tree while it is made: not there yet, in a directory that is. */
  readonly treeAt: (place: number) => PlannedTree;
  /**
   * Gives a tree its place by one rename, through no link.
   *
   * @throws ContainedFsError LINK_REFUSED and others, where somebody has changed what leads there.
   */
  readonly give: (place: number, tree: PlannedTree) => void;
}

/**
 * Makes the directory, empty; it is removed when it is let go of.
 *
 * @param path Beneath the root of each tree, and on its file system.
 */
export async function openStaging(path: string, { root }: PlannedTree): Promise<Staging> {
  const above = openRoot(root);
  const own = relative(root, path);
  const nameOf = (place: number) => `tree_${place}`;
  try {
    // A kill may have left one.
    await removeTreeWithin(above, own);
    makeDirectoryWithin(above, own);
  } catch (error) {
    above[Symbol.dispose]();
    throw error;
  }
  return {
    treeAt: (place) => ({ path: join(path, nameOf(place)), root: path }),
    give(place, tree) {
      using from = openRoot(tree.root);
      renameWithin(from, relative(tree.root, join(path, nameOf(place))), relative(tree.root, tree.path));
    },
    async [Symbol.asyncDispose]() {
      using _ = above;
      await removeTreeWithin(above, own);
    },
  };
}

/** Whether a staging directory can serve these trees. */
export function isStagingFor(path: string, trees: readonly PlannedTree[]): boolean {
  return trees.every((tree) => isWithin(dirname(path), tree.root) && !isWithin(path, tree.path));
}
