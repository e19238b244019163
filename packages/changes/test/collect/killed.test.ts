import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "@retinue/testkit";
import { aClone, aRepository, changedBy, environment, git, writeFiles } from "../a-repository.ts";

const program = new URL("../programs/collect.ts", import.meta.url).pathname;
const branchOnly = [".git/refs/heads/retinue", ".git/refs/heads/retinue/scout"];

/** A directory with a git that kills its caller, and itself, at its n-th call: before it or after it. */
function killingGit(call: number, when: "before" | "after"): { path: string; isThrough: () => boolean } {
  const directory = temporaryDirectory();
  const count = join(directory, "count");
  const kill = "kill -9 $PPID; kill -9 $$";
  writeFiles(directory, { count: "" });
  writeFileSync(
    join(directory, "git"),
    `#!/bin/sh\nPATH='${environment.PATH}'; export PATH\nprintf x >> ${count}\n` +
      `if [ "$(wc -c < ${count})" -ne ${call} ]; then exec git "$@"; fi\n` +
      (when === "before" ? kill : `git "$@"; ${kill}`),
  );
  chmodSync(join(directory, "git"), 0o755);
  return {
    path: `${directory}:${environment.PATH}`,
    isThrough: () => readFileSync(count, "utf8").length < call,
  };
}

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
  expect(existsSync(join(repository, ".git/refs/heads/retinue/scout.lock"))).toBe(false);
});
