import { copyFileWithin, openRoot, removeEntryWithin, type ContainedRoot } from "@retinue/contained-fs";
import { join } from "node:path";
import type { Environment } from "../git/git-environment.ts";
import { gitText, runGit } from "../git/run-git.ts";

/** Of a repository's files at one commit, packed: a disk's worth, and no limit of ours. */
const limits = { maxBytes: 64 * 1024 ** 3, maxMilliseconds: 600_000 };
const endings = ["pack", "idx"];
const prefix = "base";

/** What a commit holds, in one pack; removed when it is let go of. */
export interface BasePack extends Disposable {
  /** Copies it into a tree's own repository. */
  copyInto(tree: ContainedRoot, git: string): Promise<void>;
}

/** Packs a commit with its files, without what was before it. */
export async function packBase(host: string, base: string, environment: Environment): Promise<BasePack> {
  const call = { environment, gitDirectory: host };
  const { stdout: input } = await runGit(["rev-list", "--objects", "--no-walk", base], call);
  const packing = ["pack-objects", "--quiet", "--delta-base-offset", join(host, prefix)];
  const hash = await gitText(packing, { ...call, input });
  const own = openRoot(host);
  return {
    async copyInto(tree, git) {
      for (const ending of endings) {
        const to = { root: tree, path: `${git}/objects/pack/pack-${hash}.${ending}` };
        await copyFileWithin({ root: own, path: `${prefix}-${hash}.${ending}` }, to, limits);
      }
    },
    [Symbol.dispose]() {
      for (const ending of [...endings, "rev"]) removeEntryWithin(own, `${prefix}-${hash}.${ending}`);
      own[Symbol.dispose]();
    },
  };
}
