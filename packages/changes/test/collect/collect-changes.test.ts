import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "@retinue/testkit";
import { prepareChanges } from "../../src/index.ts";
import { aClone, aRepository, changedBy, environment, everything, git, writeFiles } from "../a-repository.ts";

const branchOnly = [".git/refs/heads/retinue", ".git/refs/heads/retinue/scout"];
const show = (repository: string, path: string) => git(repository, "show", `retinue/scout:${path}`);

test("changes come back as a branch, a patch and a verdict; the parent differs in that branch alone", async () => {
  const repository = aRepository({ "a.txt": "one\ntwo\n", "dir/b.txt": "b\n" });
  const clone = await aClone(repository);
  expect(git(clone.tree, "status", "--porcelain")).toBe("");
  writeFiles(clone.tree, { "a.txt": "one\n2\n", "new/c.txt": "c\n" });
  unlinkSync(join(clone.tree, "dir/b.txt"));
  let changes: Awaited<ReturnType<typeof clone.collect>>;
  const differs = await changedBy(repository, async () => (changes = await clone.collect()));
  expect(differs).toEqual(branchOnly);
  expect(changes).toMatchObject({
    repository,
    tree: clone.tree,
    base: git(repository, "rev-parse", "HEAD"),
    branch: "retinue/scout",
    files: 3,
    insertions: 2,
    deletions: 2,
    merges: [{ branch: "HEAD", clean: true }],
  });
  expect(git(repository, "ls-tree", "-r", "--name-only", "retinue/scout").split("\n")).toEqual([
    "a.txt",
    "new/c.txt",
  ]);
  expect(git(repository, "fsck", "--strict", "--no-dangling")).toBe("");
  git(repository, "apply", "--index", changes?.patch ?? "");
  expect(git(repository, "diff", "--cached", "retinue/scout")).toBe("");
});

test("nothing changed: no branch, and the parent is as it was", async () => {
  const repository = aRepository({ a: "a" });
  const clone = await aClone(repository);
  expect(await changedBy(repository, clone.collect)).toEqual([]);
  expect(await clone.collect()).toMatchObject({ files: 0, insertions: 0, deletions: 0 });
});

test("collected twice it comes to the same; a continuation goes on with its branch", async () => {
  const repository = aRepository({ a: "a\n" });
  const clone = await aClone(repository);
  writeFiles(clone.tree, { a: "b\n" });
  const first = await clone.collect();
  expect(await changedBy(repository, clone.collect)).toEqual([]);
  expect(await clone.collect()).toEqual(first);
  writeFiles(clone.tree, { a: "c\n" });
  const second = await clone.collect();
  expect(second).toMatchObject({ branch: "retinue/scout", files: 1, insertions: 1 });
  expect(git(repository, "rev-parse", "retinue/scout^")).toBe(first?.commit);
});

test("another's branch of that name stays as it is", async () => {
  const repository = aRepository({ a: "a\n" });
  git(repository, "branch", "retinue/scout");
  const clone = await aClone(repository);
  writeFiles(clone.tree, { a: "b\n" });
  expect(await changedBy(repository, clone.collect)).toEqual([".git/refs/heads/retinue/scout-2"]);
  git(repository, "checkout", "--quiet", "retinue/scout-2");
  writeFiles(clone.tree, { a: "c\n" });
  // Under the feet of whoever has it checked out it is not moved.
  expect(await clone.collect()).toMatchObject({ branch: "retinue/scout-3" });
});

test("a branch called retinue leaves room for another name", async () => {
  const repository = aRepository({ a: "a\n" });
  git(repository, "branch", "retinue");
  const clone = await aClone(repository);
  writeFiles(clone.tree, { a: "b\n" });
  expect(await clone.collect()).toMatchObject({ branch: "retinue-scout" });
});

test("files of every kind come back as they are", async () => {
  const repository = aRepository({
    ".gitattributes": "*.txt text eol=crlf\n*.bin filter=lfs\n*.id ident\n",
    "crlf.txt": "one\ntwo\n",
    "lfs.bin": "version https://git-lfs.github.com/spec/v1\n",
    "x.id": "$Id$\n",
    run: "#!/bin/sh\n",
    kept: "kept\n",
  });
  const clone = await aClone(repository);
  expect(await clone.collect()).toMatchObject({ files: 0 });
  const binary = Buffer.from([0, 255, 10, 13, 10, 0]);
  writeFiles(clone.tree, {
    "crlf.txt": "one\r\ntwo\r\n",
    "lfs.bin": binary,
    "-": "dash\n",
    "--help": "flag\n",
    'quo"te\\ and\nline': "odd\n",
    "ü/ö": "umlaut\n",
    empty: "",
  });
  chmodSync(join(clone.tree, "run"), 0o755);
  symlinkSync("/etc/passwd", join(clone.tree, "link"));
  unlinkSync(join(clone.tree, "kept"));
  mkdirSync(join(clone.tree, "kept"));
  writeFileSync(join(clone.tree, "kept/inside"), "in\n");
  expect(await clone.collect()).toMatchObject({ files: 11 });
  const listed = git(repository, "ls-tree", "-r", "-z", "retinue/scout").split("\0");
  const modes = Object.fromEntries(listed.map((line) => [line.split("\t")[1], line.slice(0, 6)]));
  expect(modes).toMatchObject({ run: "100755", link: "120000", "-": "100644", "kept/inside": "100644" });
  expect(modes['quo"te\\ and\nline']).toBe("100644");
  expect(show(repository, "link")).toBe("/etc/passwd");
  const raw = (path: string) =>
    execFileSync("git", ["cat-file", "blob", `retinue/scout:${path}`], { cwd: repository });
  expect(raw("lfs.bin")).toEqual(binary);
  expect(raw("crlf.txt").toString()).toBe("one\r\ntwo\r\n");
  expect(raw("x.id").toString()).toBe("$Id$\n");
});

test("what the parent ignores is no change, whatever the subagent ignores", async () => {
  const repository = aRepository({
    ".gitignore": "node_modules/\n*.log\n!keep.log\n",
    "sub/.gitignore": "/made\n",
    "forced.log": "tracked\n",
  });
  git(repository, "add", "--force", "forced.log");
  git(repository, "commit", "--quiet", "--message", "Forced", "--allow-empty");
  writeFiles(repository, { ".git/info/exclude": "private\n" });
  const clone = await aClone(repository);
  writeFiles(clone.tree, {
    "node_modules/x/index.js": "x",
    "a.log": "log",
    "keep.log": "keep",
    "sub/made/it": "made",
    "sub/deep/made": "not made",
    private: "private",
    ".gitignore": "secret\n",
    secret: "not hidden\n",
  });
  const changes = await clone.collect();
  const names = git(repository, "diff", "--name-only", "main", "retinue/scout").split("\n");
  expect(names).toEqual([".gitignore", "keep.log", "secret", "sub/deep/made"]);
  expect(changes?.left_out).toBeUndefined();
});

test("two siblings that conflict, three that do not", async () => {
  const repository = aRepository({ a: "a\n", b: "b\n", c: "c\n" });
  const clones = await Promise.all(Array.from({ length: 4 }, () => aClone(repository)));
  const [one, two, three, four] = clones as [
    (typeof clones)[0],
    (typeof clones)[0],
    (typeof clones)[0],
    (typeof clones)[0],
  ];
  writeFiles(one.tree, { a: "one\n" });
  writeFiles(two.tree, { a: "two\n" });
  writeFiles(three.tree, { b: "three\n" });
  writeFiles(four.tree, { c: "four\n" });
  await one.collect("one");
  await three.collect("three");
  await four.collect("four");
  const { merges = [] } = (await two.collect("two")) ?? {};
  expect(merges.toSorted((x, y) => x.branch.localeCompare(y.branch))).toEqual([
    { branch: "HEAD", clean: true },
    { branch: "retinue/four", clean: true },
    { branch: "retinue/one", clean: false, conflicts: ["a"] },
    { branch: "retinue/three", clean: true },
  ]);
});

test("a directory that is no repository is copied, and its changes are a patch", async () => {
  const repository = aRepository({ a: "a\n", "dir/b": "b\n" });
  rmSync(join(repository, ".git"), { recursive: true });
  symlinkSync("a", join(repository, "link"));
  const clone = await aClone(repository);
  expect(clone.plan.kind).toBe("directory");
  writeFiles(clone.tree, { a: "changed\n", c: "c\n" });
  let changes: Awaited<ReturnType<typeof clone.collect>>;
  expect(await changedBy(repository, async () => (changes = await clone.collect()))).toEqual([]);
  expect(changes).toMatchObject({ files: 2, insertions: 2, deletions: 1 });
  expect(changes?.branch).toBeUndefined();
  git(repository, "apply", changes?.patch ?? "");
  expect(readFileSync(join(repository, "a"), "utf8")).toBe("changed\n");
});

test("a directory that the tree lies in is not copied into itself", async () => {
  const directory = temporaryDirectory();
  writeFiles(directory, { a: "a\n", "deep/b": "b\n", "deep/subagents/other/c": "c\n" });
  chmodSync(join(directory, "deep/b"), 0o755);
  const place = join(directory, "deep/subagents/scout");
  mkdirSync(place);
  const tree = join(place, "project");
  await prepareChanges({
    path: directory,
    directory: join(temporaryDirectory(), "changes"),
    trees: [{ path: tree, root: directory }],
    staging: join(place, "staging"),
    without: [join(directory, "deep/subagents/other")],
    environment,
  });
  expect(Object.keys(everything(tree))).toEqual(
    ["a", "deep", "deep/b", "deep/subagents", "deep/subagents/scout"].toSorted(),
  );
  expect(everything(tree)["deep/b"]).toBe(everything(directory)["deep/b"]);
});
