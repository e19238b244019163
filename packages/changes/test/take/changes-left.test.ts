import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "@retinue/testkit";
import { applyChanges, changesLeft, collectChanges, mergeChanges, prepareChanges } from "../../src/index.ts";
import { aClone, aRepository, environment, git, type Clone } from "../a-repository.ts";

const all = ({ directory }: Clone) => changesLeft({ directory, environment });
const left = async (clone: Clone) => (await all(clone)).map(({ path }) => path);

/** A clone in which a file was changed, and what came back of it. */
async function changed() {
  const repository = aRepository({ "a.txt": "a\n", "b.txt": "b\n", ".gitignore": "built\n" });
  const clone = await aClone(repository);
  writeFileSync(join(clone.tree, "a.txt"), "changed\n");
  const changes = await clone.collect();
  if (changes === undefined) throw new Error("there are no changes");
  return { repository, clone, changes };
}

test("nothing is left of a tree that nobody changed, whatever is ignored in it", async () => {
  const clone = await aClone(aRepository({ "a.txt": "a\n", ".gitignore": "built\n" }));
  writeFileSync(join(clone.tree, "built"), "x");
  await clone.collect();
  expect(await left(clone)).toEqual([]);
});

test("what came back is left until it is applied, and no longer, though nothing is committed", async () => {
  const { clone, changes } = await changed();
  const patch = join(clone.directory, "changes.patch");
  expect(await all(clone)).toEqual([
    { path: clone.tree, cameBack: true },
    { path: patch, cameBack: true },
  ]);
  // The user has removed the tree, and its patch is all that is left of it.
  rmSync(clone.tree, { recursive: true });
  expect(await left(clone)).toEqual([patch]);
  await applyChanges({ changes, environment });
  expect(await left(clone)).toEqual([]);
});

test("what was merged is not left, whoever merged it; a subagent's own branch does not count", async () => {
  const { repository, clone, changes } = await changed();
  const other = await changed();
  await mergeChanges({ changes, message: "Merge", environment });
  expect(await left(clone)).toEqual([]);
  git(other.repository, "branch", "retinue/scout-2", "retinue/scout");
  expect(await left(other.clone)).not.toEqual([]);
  git(other.repository, "merge", "--quiet", "retinue/scout");
  git(other.repository, "branch", "--delete", "retinue/scout");
  expect(await left(other.clone)).toEqual([]);
  expect(git(repository, "status", "--porcelain")).toBe("");
});

test("what a tree holds besides what was taken over is left: a later edit, and what cannot be taken", async () => {
  const { clone, changes } = await changed();
  await applyChanges({ changes, environment });
  writeFileSync(join(clone.tree, "b.txt"), "later\n");
  expect(await all(clone)).toEqual([{ path: clone.tree, cameBack: false }]);
  git(clone.tree, "init", "--quiet", "nested");
  writeFileSync(join(clone.tree, "b.txt"), "b\n");
  writeFileSync(join(clone.tree, "nested/c.txt"), "c\n");
  expect(await left(clone)).toEqual([clone.tree]);
});

test("what a continuation adds is left, though what was before was taken over", async () => {
  const { clone, changes } = await changed();
  await mergeChanges({ changes, message: "Merge", environment });
  writeFileSync(join(clone.tree, "b.txt"), "more\n");
  await clone.collect();
  expect(await left(clone)).toHaveLength(2);
});

test("of a team, the trees of those whose answer was not taken are left where they hold changes", async () => {
  const repository = aRepository({ "a.txt": "a\n" });
  const place = temporaryDirectory();
  const directory = join(place, "changes");
  const trees = ["winner", "other", "idle"].map((agent_id) => ({
    path: join(place, agent_id, "project"),
    root: place,
    agent_id,
  }));
  await prepareChanges({ path: repository, directory, trees, staging: join(place, "staging"), environment });
  for (const name of ["winner", "other"]) writeFileSync(join(place, name, "project/a.txt"), `${name}\n`);
  const changes = await collectChanges({ directory, subagentId: "scout", winner: "winner", environment });
  if (changes === undefined) throw new Error("there are no changes");
  const own = { path: join(place, "winner/project"), agentId: "winner", cameBack: true };
  const others = { path: join(place, "other/project"), agentId: "other", cameBack: false };
  const patch = { path: join(directory, "changes.patch"), cameBack: true };
  expect(await changesLeft({ directory, environment })).toEqual([own, others, patch]);
  await applyChanges({ changes, environment });
  expect(await changesLeft({ directory, environment })).toEqual([others]);
  rmSync(others.path, { recursive: true });
  expect(await changesLeft({ directory, environment })).toEqual([]);
});
