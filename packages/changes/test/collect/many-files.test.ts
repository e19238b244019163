import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aClone, aRepository, changedBy, git, writeFiles } from "../a-repository.ts";

const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `part_${Math.floor((from + n) / 100)}/file_${from + n}.txt`);
const filled = (paths: readonly string[], text: string) =>
  Object.fromEntries(paths.map((path) => [path, `${text} ${path}\n`]));

/** A repository whose one commit holds these files, in one pack; its own tree is as if all were deleted. */
function packed(files: Readonly<Record<string, string>>): string {
  const repository = aRepository({});
  const entries = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`,
  );
  const head = "commit refs/heads/main\ncommitter A <a@localhost> 1 +0000\ndata 5\nFirst\n";
  execFileSync("git", ["fast-import", "--quiet"], { cwd: repository, input: head + entries.join("") });
  return repository;
}

test("10,000 files: half of them changed, a quarter gone, a quarter new", { timeout: 240_000 }, async () => {
  const repository = packed({ ".gitignore": "*.log\n", ...filled(names(0, 10_000), "first") });
  const clone = await aClone(repository);
  writeFiles(clone.tree, {
    ...filled(names(0, 5000), "second"),
    ...filled(names(10_000, 12_500), "new"),
    ...filled(["part_0/ignored.log", "new/ignored.log"], "ignored"),
  });
  for (const path of names(7500, 10_000)) rmSync(join(clone.tree, path));
  let changes: Awaited<ReturnType<typeof clone.collect>>;
  const differs = await changedBy(repository, async () => (changes = await clone.collect()));
  expect(differs).toEqual([".git/refs/heads/retinue", ".git/refs/heads/retinue/scout"]);
  expect(changes).toMatchObject({ files: 10_000, insertions: 7500, deletions: 7500 });
  const listed = git(repository, "ls-tree", "-r", "--name-only", "retinue/scout").split("\n");
  expect(listed.toSorted()).toEqual([".gitignore", ...names(0, 7500), ...names(10_000, 12_500)].toSorted());
  expect(git(repository, "show", "retinue/scout:part_49/file_4999.txt")).toBe("second part_49/file_4999.txt");
  expect(readFileSync(changes?.patch ?? "", "utf8").match(/^diff --git/gm)).toHaveLength(10_000);
});
