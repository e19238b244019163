import { chmodSync, existsSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "@retinue/testkit";
import { collectChanges } from "../../src/index.ts";
import {
  aClone,
  aRepository,
  changedBy,
  commitAll,
  environment,
  everything,
  git,
  writeFiles,
} from "../a-repository.ts";

const branchOnly = [".git/refs/heads/retinue", ".git/refs/heads/retinue/scout"];
const show = (repository: string, path: string) => git(repository, "show", `retinue/scout:${path}`);

describe("the parent's repository", () => {
  test("with a detached HEAD, no identity, signing demanded, failing hooks", async () => {
    const repository = aRepository({ a: "a\n" });
    git(repository, "checkout", "--quiet", "--detach");
    git(repository, "config", "commit.gpgSign", "true");
    git(repository, "config", "gpg.program", "/bin/false");
    git(repository, "config", "user.useConfigOnly", "true");
    const trap = join(repository, "..", "trapped");
    for (const hook of ["reference-transaction", "pre-commit", "post-checkout", "post-index-change"]) {
      writeFiles(repository, { [`.git/hooks/${hook}`]: `#!/bin/sh\ntouch ${trap}; exit 1\n` });
      chmodSync(join(repository, ".git/hooks", hook), 0o755);
    }
    const clone = await aClone(repository, { uncommitted: true });
    writeFiles(clone.tree, { a: "b\n" });
    expect(await changedBy(repository, clone.collect)).toEqual(branchOnly);
    expect(existsSync(trap)).toBe(false);
  });

  test("keeps every object that it had, as it was", async () => {
    const repository = aRepository({ a: "a\n", b: "b\n" });
    git(repository, "repack", "-a", "-d", "--quiet");
    writeFiles(repository, { a: "second\n" });
    commitAll(repository, "Second");
    const objects = join(repository, ".git/objects");
    const before = everything(objects);
    const clone = await aClone(repository, { uncommitted: true });
    expect(everything(objects)).toEqual(before);
    writeFiles(clone.tree, { a: "third\n" });
    await clone.collect();
    const after = everything(objects);
    expect(after).toMatchObject(before);
    // A blob, a tree and a commit, each in a directory that may be new.
    const files = Object.keys(after).filter((path) => !(path in before) && path.length > 2);
    expect(files).toHaveLength(3);
  });

  test("a work tree of a work tree", async () => {
    const repository = aRepository({ a: "a\n" });
    const other = join(repository, "..", "other");
    git(repository, "worktree", "add", "--quiet", "-b", "side", other);
    writeFiles(other, { a: "side\n" });
    commitAll(other, "Side");
    const clone = await aClone(other);
    expect(readFileSync(join(clone.tree, "a"), "utf8")).toBe("side\n");
    writeFiles(clone.tree, { b: "b\n" });
    expect(await changedBy(repository, clone.collect)).toEqual(branchOnly);
    expect(git(repository, "rev-parse", "retinue/scout^")).toBe(git(repository, "rev-parse", "side"));
  });

  test("without a commit", async () => {
    const repository = aRepository({});
    const clone = await aClone(repository);
    writeFiles(clone.tree, { a: "a\n" });
    expect(await clone.collect()).toMatchObject({ branch: "retinue/scout", files: 1 });
    expect(show(repository, "a")).toBe("a");
  });

  test("a shallow clone", async () => {
    const origin = aRepository({ a: "a\n" });
    writeFiles(origin, { a: "b\n" });
    commitAll(origin, "Second");
    const shallow = join(origin, "..", "shallow");
    git(join(origin, ".."), "clone", "--quiet", "--depth=1", `file://${origin}`, shallow);
    const clone = await aClone(shallow);
    writeFiles(clone.tree, { a: "c\n" });
    expect(await clone.collect()).toMatchObject({ files: 1, merges: [{ branch: "HEAD", clean: true }] });
  });

  test("with objects of sha256", async () => {
    const repository = aRepository({ a: "a\n" }, "--object-format=sha256");
    const clone = await aClone(repository);
    expect(git(clone.tree, "status", "--porcelain")).toBe("");
    writeFiles(clone.tree, { a: "b\n" });
    expect(await clone.collect()).toMatchObject({ files: 1, branch: "retinue/scout" });
    expect(show(repository, "a")).toBe("b");
  });

  test("its uncommitted state goes with the trees where it is asked for, and is not touched", async () => {
    const repository = aRepository({ ".gitignore": "out/\n", a: "a\n", gone: "x\n" });
    writeFiles(repository, { a: "uncommitted\n", fresh: "fresh\n", "out/built": "built\n" });
    unlinkSync(join(repository, "gone"));
    let clone: Awaited<ReturnType<typeof aClone>> | undefined;
    const prepare = async () => (clone = await aClone(repository, { uncommitted: true }));
    expect(await changedBy(repository, prepare)).toEqual([]);
    const { tree, collect } = clone as unknown as Awaited<ReturnType<typeof aClone>>;
    expect(readFileSync(join(tree, "a"), "utf8")).toBe("uncommitted\n");
    expect(existsSync(join(tree, "fresh"))).toBe(true);
    expect(["gone", "out"].some((name) => existsSync(join(tree, name)))).toBe(false);
    writeFiles(tree, { a: "changed\n" });
    expect(await changedBy(repository, collect)).toEqual(branchOnly);
    expect(git(repository, "rev-list", "--count", "main..retinue/scout")).toBe("2");
    const committed = await aClone(repository);
    expect(readFileSync(join(committed.tree, "a"), "utf8")).toBe("a\n");
  });

  test("submodules stay as they are", async () => {
    const inner = aRepository({ i: "i\n" });
    const repository = aRepository({ a: "a\n" });
    git(repository, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "inner");
    commitAll(repository, "Submodule");
    const clone = await aClone(repository);
    writeFiles(clone.tree, { "inner/i": "changed\n", a: "b\n" });
    expect(await clone.collect()).toMatchObject({
      files: 1,
      left_out: [expect.stringContaining("submodule")],
    });
    expect(git(repository, "ls-tree", "retinue/scout", "inner")).toMatch(/^160000 commit/);
  });

  test("a branch that points to another one is made a branch of its own, and the other stays", async () => {
    const repository = aRepository({ a: "a\n" });
    const clone = await aClone(repository);
    writeFiles(clone.tree, { a: "b\n" });
    const first = await clone.collect();
    git(repository, "branch", "side", "retinue/scout");
    git(repository, "symbolic-ref", "refs/heads/retinue/scout", "refs/heads/side");
    writeFiles(clone.tree, { a: "c\n" });
    expect(await clone.collect()).toMatchObject({ branch: "retinue/scout" });
    expect(git(repository, "rev-parse", "side")).toBe(first?.commit);
    expect(show(repository, "a")).toBe("c");
  });

  test("a branch that somebody makes at that moment is not written over", async () => {
    const repository = aRepository({ a: "a\n" });
    const clone = await aClone(repository);
    writeFiles(clone.tree, { a: "b\n" });
    const bin = temporaryDirectory();
    const make = `git --git-dir=${repository}/.git update-ref refs/heads/retinue/scout HEAD`;
    writeFiles(bin, {
      git: `#!/bin/sh\nPATH='${environment.PATH}'\ncase "$*" in *update-ref*) ${make};; esac\nexec git "$@"\n`,
    });
    chmodSync(join(bin, "git"), 0o755);
    const { directory } = clone;
    const racing = { ...environment, PATH: `${bin}:${environment.PATH}` };
    const collecting = collectChanges({ directory, subagentId: "scout", environment: racing });
    await expect(collecting).rejects.toMatchObject({ code: "GIT_FAILED" });
    expect(git(repository, "rev-parse", "retinue/scout")).toBe(git(repository, "rev-parse", "HEAD"));
    // The next try finds it, and takes another name.
    expect(await clone.collect()).toMatchObject({ branch: "retinue/scout-2" });
  });
});
