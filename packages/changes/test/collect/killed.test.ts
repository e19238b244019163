import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aClone, aRepository, changedBy, git, writeFiles } from "../a-repository.ts";
import { killingGit } from "../killing-git.ts";

const program = new URL("../programs/collect.ts", import.meta.url).pathname;
const branchOnly = [".git/refs/heads/retinue", ".git/refs/heads/retinue/scout"];

/** More than a collection makes: the last is never come to. */
const calls = Array.from({ length: 16 }, (_, index) => index + 1);

describe.each(["before", "after"] as const)("killed %s the call of git that is number", (when) => {
  test.each(calls)("%i, it comes to the same when it is done again", async (call) => {
    const repository = aRepository({ a: "a\n", ".gitignore": "out\n" });
    const clone = await aClone(repository);
    writeFiles(clone.tree, { a: "b\n", new: "n\n" });
    const killing = killingGit(call, when);
    const differs = await changedBy(repository, async () => {
      const ended = spawnSync(process.execPath, [program, clone.directory, killing.path]);
      expect(killing.isThrough()).toBe(call === calls.length);
      expect(ended.signal).toBe(killing.isThrough() ? null : "SIGKILL");
      expect(await clone.collect()).toMatchObject({ branch: "retinue/scout", files: 2 });
    });
    expect(differs).toEqual(branchOnly);
    expect(git(repository, "fsck", "--strict", "--no-dangling")).toBe("");
  });
});

test("a lock that a killed git of ours left on the branch is no hindrance", async () => {
  const repository = aRepository({ a: "a\n" });
  const clone = await aClone(repository);
  writeFiles(clone.tree, { a: "b\n" });
  const first = await clone.collect();
  git(repository, "update-ref", "-d", "refs/heads/retinue/scout");
  writeFiles(repository, { ".git/refs/heads/retinue/scout.lock": `${first?.commit}\n` });
  expect(await clone.collect()).toEqual(first);
  const lock = join(repository, ".git/refs/heads/retinue/scout.lock");
  expect(existsSync(lock)).toBe(false);
  // Another's stays: of somebody who makes the name point to a branch.
  git(repository, "update-ref", "-d", "refs/heads/retinue/scout");
  writeFiles(repository, { ".git/refs/heads/retinue/scout.lock": "ref: refs/heads/main\n" });
  await expect(clone.collect()).rejects.toMatchObject({ code: "GIT_FAILED" });
  expect(existsSync(lock)).toBe(true);
});
