import { copyFileWithin, entryAt, openRoot } from "@retinue/contained-fs";
import { join } from "node:path";
import type { Environment } from "../git/git-environment.ts";
import { gitText, runGit } from "../git/run-git.ts";
import type { Repository } from "../git/find-repository.ts";

const indexName = "uncommitted.index";
const limits = { maxBytes: 1024 ** 3, maxMilliseconds: 60_000 };

/**
 * The parent's work tree as a commit on its HEAD, as `git add --all` would take it: in the clone's own objects. The
 * parent's index is copied, so that what has not changed need not be read, and is not touched.
 *
 * @returns HEAD itself when nothing is uncommitted; undefined when there is neither.
 */
export async function uncommittedCommit(
  { top, gitDirectory, objects, head }: Repository,
  host: string,
  environment: Environment,
): Promise<string | undefined> {
  const index = join(host, indexName);
  if (entryAt(join(gitDirectory, "index")) !== undefined) {
    using from = openRoot(gitDirectory);
    using to = openRoot(host);
    await copyFileWithin({ root: from, path: "index" }, { root: to, path: indexName }, limits);
  }
  const call = {
    environment,
    settings: "users",
    gitDirectory,
    workTree: top,
    index,
    variables: { GIT_OBJECT_DIRECTORY: join(host, "objects"), GIT_ALTERNATE_OBJECT_DIRECTORIES: objects },
  } as const;
  await runGit(["add", "--all", "--", "."], call);
  const tree = await gitText(["write-tree"], call);
  if (head !== undefined && tree === (await gitText(["rev-parse", `${head}^{tree}`], call))) return head;
  const parents = head === undefined ? [] : ["-p", head];
  return gitText(["commit-tree", tree, ...parents, "-m", "The parent's uncommitted state"], call);
}
