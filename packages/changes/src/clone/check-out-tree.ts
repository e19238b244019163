import {
  copyFileWithin,
  kindWithin,
  makeDirectory,
  makeDirectoryWithin,
  openRoot,
  writeFileWithin,
} from "@retinue/contained-fs";
import { join } from "node:path";
import type { Environment } from "../git/git-environment.ts";
import { runGit } from "../git/run-git.ts";
import type { PlannedTree } from "../record/plan.ts";
import type { Repository } from "../git/find-repository.ts";
import { alternate } from "./make-host-repository.ts";
import type { BasePack } from "./own-objects.ts";

const indexLimits = { maxBytes: 1024 ** 3, maxMilliseconds: 60_000 };

export interface CheckOut {
  readonly host: string;
  readonly repository: Repository;
  readonly base: string;
  readonly environment: Environment;
  /** What the tree's own repository holds, where whoever works there sees nothing of the parent's. */
  readonly pack: BasePack | undefined;
}

/** Writes the files of a commit into a tree that is not there yet, where nobody else is, and gives it a `.git` to throw away. */
export async function checkOutTree(tree: PlannedTree, place: number, out: CheckOut): Promise<void> {
  const { host, base, environment } = out;
  makeDirectory(tree.path);
  const index = join(host, `tree_${place}.index`);
  const call = { environment, gitDirectory: host, workTree: tree.path, index };
  await runGit(["read-tree", "--reset", "-u", base], call);
  await giveOwnGit(tree, `tree_${place}.index`, out);
}

/**
 * A repository in the tree for whoever works there: to see what it changed, and so that a git that is started there
 * does not find the parent's further up. Nobody reads it afterwards, and it can be ruined.
 */
async function giveOwnGit(
  { path }: PlannedTree,
  index: string,
  { host, repository, base, pack }: CheckOut,
): Promise<void> {
  using tree = openRoot(path);
  using own = openRoot(host);
  const write = (name: string, text: string) =>
    writeFileWithin(tree, `.git/${name}`, text, { durable: false });
  makeDirectoryWithin(tree, ".git/refs/heads");
  const { objectFormat, objects } = repository;
  const isSha1 = objectFormat === "sha1";
  write(
    "config",
    `[core]\n\trepositoryformatversion = ${isSha1 ? 0 : 1}\n\tbare = false\n\tautocrlf = false\n` +
      (isSha1 ? "" : `[extensions]\n\tobjectFormat = ${objectFormat}\n`),
  );
  write("HEAD", `${base}\n`);
  const asTheyAre = ["info/attributes", "info/exclude"];
  if (pack === undefined) {
    write("objects/info/alternates", `${alternate(objects)}\n${alternate(join(host, "objects"))}\n`);
    asTheyAre.push("shallow");
  } else {
    await pack.copyInto(tree, ".git");
    write("shallow", `${base}\n`);
  }
  for (const from of [index, ...asTheyAre]) {
    const to = from === index ? "index" : from;
    if (kindWithin(own, from) === undefined) continue;
    await copyFileWithin({ root: own, path: from }, { root: tree, path: `.git/${to}` }, indexLimits);
  }
}
