import {
  copyFileWithin,
  kindWithin,
  makeDirectoryWithin,
  openRoot,
  writeFileWithin,
} from "@retinue/contained-fs";
import { join, relative } from "node:path";
import type { Environment } from "../git/git-environment.ts";
import { runGit } from "../git/run-git.ts";
import type { PlannedTree } from "../record/plan.ts";
import type { Repository } from "../git/find-repository.ts";
import { alternate } from "./make-host-repository.ts";

const indexLimits = { maxBytes: 1024 ** 3, maxMilliseconds: 60_000 };

export interface CheckOut {
  readonly host: string;
  readonly repository: Repository;
  readonly base: string;
  readonly environment: Environment;
}

/** Writes the files of a commit into a tree that is not there yet, and gives it a `.git` to throw away. */
export async function checkOutTree(tree: PlannedTree, place: number, out: CheckOut): Promise<void> {
  const { host, base, environment } = out;
  using above = openRoot(tree.root);
  makeDirectoryWithin(above, relative(tree.root, tree.path));
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
  { host, repository, base }: CheckOut,
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
  write("objects/info/alternates", `${alternate(objects)}\n${alternate(join(host, "objects"))}\n`);
  const asTheyAre = ["info/attributes", "info/exclude", "shallow"];
  for (const from of [index, ...asTheyAre]) {
    const to = from === index ? "index" : from;
    if (kindWithin(own, from) === undefined) continue;
    await copyFileWithin({ root: own, path: from }, { root: tree, path: `.git/${to}` }, indexLimits);
  }
}
