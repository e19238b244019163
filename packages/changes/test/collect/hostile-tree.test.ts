import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "@retinue/testkit";
import { aClone, aRepository, commitAll, git, writeFiles } from "../a-repository.ts";

describe("a hostile tree is data", () => {
  test("its .git is ruined, or somebody else's, or a link", async () => {
    const repository = aRepository({ a: "a\n" });
    const trap = join(repository, "..", "trapped");
    for (const spoil of [
      (git_: string) => rmSync(git_, { recursive: true }),
      (git_: string) => writeFileSync(join(git_, "HEAD"), "rubbish"),
      (git_: string) =>
        writeFileSync(join(git_, "config"), `[core]\n\tfsmonitor = touch ${trap}\n\thooksPath = .\n`),
      (git_: string) => {
        rmSync(git_, { recursive: true });
        symlinkSync(join(repository, ".git"), git_);
      },
      (git_: string) => {
        rmSync(git_, { recursive: true });
        writeFileSync(git_, `gitdir: ${join(repository, ".git")}\n`);
      },
    ]) {
      const clone = await aClone(repository);
      spoil(join(clone.tree, ".git"));
      writeFiles(clone.tree, { a: `${Math.random()}\n` });
      expect(await clone.collect(`s${Math.random()}`.replace(".", ""))).toMatchObject({ files: 1 });
    }
    expect(existsSync(trap)).toBe(false);
  });

  test("attributes, filters, drivers and hooks that it brings run nothing", async () => {
    const repository = aRepository({ a: "a\nb\n" });
    const trap = join(repository, "..", "trapped");
    git(repository, "config", "filter.evil.clean", `touch ${trap}`);
    git(repository, "config", "filter.evil.smudge", `touch ${trap}`);
    git(repository, "config", "merge.evil.driver", `touch ${trap}`);
    git(repository, "config", "diff.evil.textconv", `touch ${trap}`);
    git(repository, "config", "diff.evil.command", `touch ${trap}`);
    const clone = await aClone(repository);
    writeFiles(clone.tree, {
      ".gitattributes": "* filter=evil merge=evil diff=evil\n",
      ".gitmodules": `[submodule "x"]\n\tpath = x\n\turl = ext::touch ${trap}\n\tupdate = !touch ${trap}\n`,
      a: "c\nb\n",
    });
    writeFiles(repository, { a: "d\nb\n" });
    commitAll(repository, "Another");
    expect(await clone.collect()).toMatchObject({ merges: [{ clean: false, conflicts: ["a"] }] });
    expect(existsSync(trap)).toBe(false);
  });

  test("links lead nowhere, pipes block nothing, repositories in it are left out", async () => {
    const repository = aRepository({ "dir/a": "a\n", "dir/b": "b\n" });
    const clone = await aClone(repository);
    rmSync(join(clone.tree, "dir"), { recursive: true });
    symlinkSync("/etc", join(clone.tree, "dir"));
    execFileSync("mkfifo", [join(clone.tree, "pipe")]);
    writeFiles(clone.tree, { "nested/.git/config": "[core]\n", "nested/.GIT/x": "x", "nested/file": "f\n" });
    const changes = await clone.collect();
    expect(git(repository, "ls-tree", "-r", "--name-only", "retinue/scout").split("\n")).toEqual([
      "dir",
      "nested/file",
    ]);
    expect(changes?.left_out).toHaveLength(3);
  });

  test("a tree that is gone, or was moved behind a link, is said to be", async () => {
    const repository = aRepository({ a: "a\n" });
    const clone = await aClone(repository);
    rmSync(clone.tree, { recursive: true });
    await expect(clone.collect()).rejects.toMatchObject({ code: "TREE_UNREADABLE" });
    symlinkSync("/etc", clone.tree);
    await expect(clone.collect()).rejects.toMatchObject({ code: "TREE_UNREADABLE" });
    // Its directory leads elsewhere, where something of that name is.
    const elsewhere = temporaryDirectory();
    writeFiles(elsewhere, { "project/secret": "a secret\n" });
    rmSync(join(clone.tree, ".."), { recursive: true });
    symlinkSync(elsewhere, join(clone.tree, ".."));
    await expect(clone.collect()).rejects.toMatchObject({ code: "TREE_UNREADABLE" });
  });

  test("a name that is no UTF-8 is left out, and takes no other's place", async () => {
    const repository = aRepository({ a: "a\n" });
    const clone = await aClone(repository);
    writeFileSync(Buffer.concat([Buffer.from(`${clone.tree}/`), Buffer.from([0x62, 0xff])]), "b\n");
    expect(await clone.collect()).toMatchObject({
      files: 0,
      left_out: [expect.stringContaining("no UTF-8")],
    });
  });

  test("a .gitignore of the base that is a link leads nowhere, whatever is put in its place", async () => {
    const elsewhere = temporaryDirectory();
    const repository = aRepository({ a: "a\n" });
    symlinkSync(elsewhere, join(repository, ".gitignore"));
    commitAll(repository, "A link");
    const clone = await aClone(repository);
    rmSync(join(clone.tree, ".gitignore"));
    writeFiles(clone.tree, { ".gitignore/made/file": "x\n" });
    expect(await clone.collect()).toMatchObject({ files: 2 });
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});
