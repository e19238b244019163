import { existsSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "@retinue/testkit";
import { collectChanges, prepareChanges } from "../../src/index.ts";
import { aRepository, commitAll, environment, git, writeFiles } from "../a-repository.ts";

/** Two trees that hold their own objects, of a repository with a history and, where asked, uncommitted work. */
async function apart(uncommitted: boolean, ...init: string[]) {
  const repository = aRepository({ "a.txt": "a\n", "dir/b.bin": Buffer.from([0, 1, 2]) }, ...init);
  writeFiles(repository, { "a.txt": "second\n" });
  commitAll(repository, "Second");
  if (uncommitted) writeFiles(repository, { "a.txt": "uncommitted\n" });
  const place = temporaryDirectory();
  const directory = join(place, "changes");
  const trees = ["one", "two"].map((agent) => ({
    path: join(place, agent, "project"),
    root: place,
    agent_id: agent,
  }));
  const given = { path: repository, directory, trees, staging: join(place, "staging"), environment };
  await prepareChanges({ ...given, uncommitted, ownObjects: true });
  return { repository, directory, trees: trees.map(({ path }) => path) };
}

test.each([
  ["as committed", false, "sha1"],
  ["with what is not committed", true, "sha1"],
  ["of sha256", true, "sha256"],
])("a tree that holds its own objects needs nothing of its parent's: %s", async (_, uncommitted, format) => {
  const { repository, directory, trees } = await apart(uncommitted, `--object-format=${format}`);
  // Nothing but the tree is seen there.
  for (const path of [repository, directory]) renameSync(path, `${path}.elsewhere`);
  for (const tree of trees) {
    expect(git(tree, "fsck", "--strict", "--no-dangling")).toBe("");
    expect(git(tree, "status", "--porcelain")).toBe("");
    expect(git(tree, "rev-list", "--count", "HEAD")).toBe("1");
    writeFileSync(join(tree, "a.txt"), "changed\n");
    expect(git(tree, "diff", "--stat")).toContain("1 file changed");
    commitAll(tree, "Of the subagent's own");
  }
  for (const path of [repository, directory]) renameSync(`${path}.elsewhere`, path);
  const changes = await collectChanges({ directory, subagentId: "scout", winner: "two", environment });
  expect(changes).toMatchObject({ files: 1, agent_id: "two", branch: "retinue/scout" });
  // The pack went with the trees.
  expect(readdirSync(join(directory, "repository.git")).filter((name) => name.startsWith("base"))).toEqual(
    [],
  );
  expect(existsSync(join(repository, ".git/shallow"))).toBe(false);
});
