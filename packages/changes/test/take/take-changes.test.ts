import type { Changes } from "@retinue/status-model";
import { chmodSync, existsSync, readFileSync, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "@retinue/testkit";
import { applyChanges, mergeChanges } from "../../src/index.ts";
import { aClone, aRepository, changedBy, commitAll, environment, git, writeFiles } from "../a-repository.ts";

const text = (...path: string[]) => readFileSync(join(...path), "utf8");

/** A repository, and the changes of a subagent in it: one file changed, one new, one gone. */
async function changed(id = "scout"): Promise<{ repository: string; changes: Changes }> {
  const repository = aRepository({ a: "1\n2\n3\n4\n5\n6\n7\n8\n9\n", gone: "gone\n", other: "other\n" });
  const clone = await aClone(repository);
  writeFiles(clone.tree, { a: "one\n2\n3\n4\n5\n6\n7\n8\n9\n", "new/-": "new\n" });
  unlinkSync(join(clone.tree, "gone"));
  return { repository, changes: (await clone.collect(id)) as Changes };
}

describe("apply", () => {
  test("writes what was changed to the work tree, and nothing else", async () => {
    const { repository, changes } = await changed();
    writeFiles(repository, { other: "uncommitted\n" });
    const differs = await changedBy(repository, async () => {
      expect(await applyChanges({ changes, environment })).toEqual({ files: ["a", "gone", "new/-"] });
    });
    expect(differs.filter((path) => !path.startsWith(".git/index"))).toEqual(["a", "gone", "new", "new/-"]);
    expect(text(repository, "other")).toBe("uncommitted\n");
    await expect(applyChanges({ changes, environment })).rejects.toMatchObject({
      code: "NO_CHANGES",
      message: `these changes are in ${repository} already`,
    });
    // Changed once more, they are in the way as anything else is.
    writeFiles(repository, { a: "mine\n" });
    await expect(applyChanges({ changes, environment })).rejects.toMatchObject({ code: "WOULD_OVERWRITE" });
  });

  test.each([
    ["changed", (at: string) => writeFiles(at, { a: "1\n2\n3\n4\n5\n6\n7\n8\nnine\n" })],
    ["staged", (at: string) => (writeFiles(at, { a: "mine\n" }), git(at, "add", "a"))],
    ["untracked", (at: string) => writeFiles(at, { "new/-": "mine\n" })],
    ["ignored", (at: string) => writeFiles(at, { "new/-": "mine\n", ".git/info/exclude": "new\n" })],
    ["changed where it is to go", (at: string) => writeFiles(at, { gone: "mine\n" })],
  ])("is refused where it would write over what is %s", async (_, spoil) => {
    const { repository, changes } = await changed();
    spoil(repository);
    const differs = await changedBy(repository, async () => {
      await expect(applyChanges({ changes, threeWay: true, environment })).rejects.toMatchObject({
        code: "WOULD_OVERWRITE",
      });
    });
    expect(differs).toEqual([]);
  });

  test("fits on the uncommitted state that the subagent began with", async () => {
    const repository = aRepository({ a: "a\n" });
    writeFiles(repository, { a: "uncommitted\n" });
    const clone = await aClone(repository, { uncommitted: true });
    writeFiles(clone.tree, { a: "uncommitted\nand more\n" });
    const changes = (await clone.collect()) as Changes;
    await applyChanges({ changes, environment });
    expect(text(repository, "a")).toBe("uncommitted\nand more\n");
  });

  test("what does not fit is refused whole, and merged three-way", async () => {
    const { repository, changes } = await changed();
    writeFiles(repository, { a: "I\n2\n3\n4\n5\n6\n7\n8\n9\n" });
    commitAll(repository, "Mine");
    const plain = async () => {
      await expect(applyChanges({ changes, environment })).rejects.toMatchObject({ code: "CONFLICT" });
    };
    expect(await changedBy(repository, plain)).toEqual([]);
    expect(await applyChanges({ changes, threeWay: true, commit: "Take it", environment })).toEqual({
      files: ["a", "gone", "new/-"],
      conflicts: ["a"],
    });
    expect(text(repository, "a")).toContain("<<<<<<<");
    expect(git(repository, "log", "-1", "--format=%s")).toBe("Mine");
  });

  test("more files than a command line has room for", async () => {
    const repository = aRepository({ a: "a\n" });
    const deep = Array.from({ length: 12 }, (_, n) => `${n % 10}`.repeat(200)).join("/");
    const clone = await aClone(repository);
    const paths = Array.from({ length: 1000 }, (_, n) => `${deep}/${n}`);
    writeFiles(clone.tree, Object.fromEntries(paths.map((path) => [path, `${path.length}\n`])));
    const changes = (await clone.collect()) as Changes;
    const { files } = await applyChanges({ changes, commit: "Take it", environment });
    expect(files).toHaveLength(1000);
    expect(git(repository, "status", "--porcelain") + git(repository, "diff", "retinue/scout")).toBe("");
  });

  test.each([
    ["filter.lint.clean", "./tools/lint %f"],
    ["filter.lint.process", "node tools/lint --long"],
    ["filter.lint.smudge", "cd tools && exec ./lint"],
    ["merge.lint.driver", '"$(git rev-parse --show-toplevel)/tools/lint" %O %A %B'],
  ])("is refused where it changes what git would start there: %s", async (setting, command) => {
    const repository = aRepository({ "tools/lint": "#!/bin/sh\nexec cat\n", a: "a\n" });
    const trap = join(repository, "..", "trapped");
    git(repository, "config", setting, command);
    git(repository, "config", "filter.lfs.clean", "git-lfs clean -- %f");
    writeFiles(repository, { ".git/info/attributes": "a filter=lint merge=lint\n" });
    const clone = await aClone(repository);
    writeFiles(clone.tree, { "tools/lint": `#!/bin/sh\ntouch ${trap}\nexec cat\n`, a: "b\n" });
    chmodSync(join(clone.tree, "tools/lint"), 0o755);
    const changes = (await clone.collect()) as Changes;
    const differs = await changedBy(repository, async () => {
      for (const take of [
        () => applyChanges({ changes, commit: "Take it", environment }),
        () => mergeChanges({ changes, message: "Merge it", environment }),
      ])
        await expect(take()).rejects.toMatchObject({
          code: "WOULD_RUN",
          message: expect.stringContaining(`touch tools/lint, which git runs in ${repository}: ${setting}`),
        });
    });
    expect(differs.filter((path) => path !== ".git/index")).toEqual([]);
    expect(existsSync(trap)).toBe(false);
    // What has only its name in common with such a program is taken.
    const other = await aClone(repository);
    writeFiles(other.tree, { "docs/clean": "more\n" });
    await applyChanges({ changes: (await other.collect("other")) as Changes, environment });
    expect(text(repository, "docs/clean")).toBe("more\n");
  });

  test("commits those files alone, with no hook and no signature", async () => {
    const { repository, changes } = await changed();
    writeFiles(repository, { other: "uncommitted\n", ".git/hooks/pre-commit": "#!/bin/sh\nexit 1\n" });
    chmodSync(join(repository, ".git/hooks/pre-commit"), 0o755);
    git(repository, "config", "commit.gpgSign", "true");
    git(repository, "config", "gpg.program", "/bin/false");
    const { commit } = await applyChanges({ changes, commit: "Take it", environment });
    expect(commit).toBe(git(repository, "rev-parse", "HEAD"));
    expect(git(repository, "diff", "retinue/scout", "HEAD")).toBe("");
    expect(git(repository, "status", "--porcelain")).toBe("M other");
  });

  test("in a directory that is no repository, though one lies above it by now", async () => {
    const above = temporaryDirectory();
    const directory = join(above, "plain");
    writeFiles(directory, { a: "a\n" });
    const clone = await aClone(directory);
    git(above, "init", "--quiet");
    writeFiles(clone.tree, { a: "b\n", c: "c\n" });
    const changes = (await clone.collect()) as Changes;
    expect(await applyChanges({ changes, environment })).toEqual({ files: ["a", "c"] });
    expect(text(directory, "a") + text(directory, "c")).toBe("b\nc\n");
    await expect(applyChanges({ changes, environment })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("nothing to apply, and changes that never came back", async () => {
    const { changes } = await changed();
    const none = {
      repository: changes.repository,
      tree: changes.tree,
      files: 0,
      insertions: 0,
      deletions: 0,
    };
    for (const each of [none, { ...none, error: "it was gone" }])
      await expect(applyChanges({ changes: each, environment })).rejects.toMatchObject({
        code: "NO_CHANGES",
      });
  });
});

describe("merge", () => {
  test("makes a merge of the branch, beside what is uncommitted elsewhere", async () => {
    const { repository, changes } = await changed();
    writeFiles(repository, { b: "b\n" });
    commitAll(repository, "Mine");
    writeFiles(repository, { other: "uncommitted\n" });
    const commit = await mergeChanges({ changes, message: "Merge it", environment });
    expect(git(repository, "log", "-1", "--format=%H %s")).toBe(`${commit} Merge it`);
    expect(git(repository, "rev-parse", "HEAD^2")).toBe(changes.commit);
    expect(existsSync(join(repository, "gone"))).toBe(false);
    expect(text(repository, "other")).toBe("uncommitted\n");
  });

  test("is refused, with nothing done, where it conflicts or would write over something", async () => {
    const { repository, changes } = await changed();
    writeFiles(repository, { gone: "uncommitted\n" });
    const merge = () => mergeChanges({ changes, message: "Merge", environment });
    await expect(merge()).rejects.toMatchObject({ code: "WOULD_OVERWRITE" });
    git(repository, "checkout", "gone");
    writeFiles(repository, { a: "mine\n" });
    commitAll(repository, "Mine");
    await expect(merge()).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("in a"),
    });
    expect(git(repository, "status", "--porcelain")).toBe("");
  });

  test("without a branch there is nothing to merge", async () => {
    const repository = aRepository({ a: "a\n" });
    rmSync(join(repository, ".git"), { recursive: true });
    const clone = await aClone(repository);
    writeFiles(clone.tree, { a: "b\n" });
    const changes = (await clone.collect()) as Changes;
    await expect(mergeChanges({ changes, message: "Merge", environment })).rejects.toMatchObject({
      code: "NO_CHANGES",
    });
  });
});
