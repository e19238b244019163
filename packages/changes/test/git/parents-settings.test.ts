import type { Changes } from "@retinue/status-model";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyChanges, collectChanges, mergeChanges, prepareChanges } from "../../src/index.ts";
import { temporaryDirectory } from "@retinue/testkit";
import { aClone, aRepository, changedBy, commitAll, environment, git, writeFiles } from "../a-repository.ts";

const branchOnly = [".git/refs/heads/retinue", ".git/refs/heads/retinue/scout"];

/** All that is done with a subagent's changes: a clone with what is not committed, its way back, and both ways to take it. */
async function throughout(repository: string): Promise<void> {
  writeFiles(repository, { uncommitted: "uncommitted\n" });
  const clone = await aClone(repository, { uncommitted: true });
  writeFiles(clone.tree, { a: "b\n", uncommitted: "uncommitted\nand more\n" });
  const changes = (await clone.collect()) as Changes;
  await applyChanges({ changes, commit: "Take it", environment });
  const other = await aClone(repository);
  writeFiles(other.tree, { a: "c\n" });
  const more = (await other.collect("other")) as Changes;
  await mergeChanges({ changes: more, message: "Merge it", environment });
  expect(readFileSync(join(repository, "a"), "utf8")).toBe("c\n");
}

/** A program that leaves a trace where it is run. */
function trapIn(repository: string): { readonly program: string; readonly trap: string } {
  const [trap, program] = [join(repository, "../trapped"), join(repository, "../trap")];
  writeFiles(join(repository, ".."), { trap: `#!/bin/sh\ntouch ${trap}\nexit 1\n` });
  chmodSync(program, 0o755);
  return { program, trap };
}

test("the parent's own fsmonitor is not asked", async () => {
  const repository = aRepository({ a: "a\n" });
  const { program, trap } = trapIn(repository);
  git(repository, "config", "core.fsmonitor", program);
  await throughout(repository);
  expect(existsSync(trap)).toBe(false);
});

test("none of its hooks runs, and nothing is signed", async () => {
  const repository = aRepository({ a: "a\n" });
  const { program, trap } = trapIn(repository);
  git(repository, "config", "core.hooksPath", join(repository, "../hooks"));
  git(repository, "config", "commit.gpgSign", "true");
  git(repository, "config", "gpg.program", program);
  for (const hook of [
    "pre-commit",
    "post-commit",
    "pre-merge-commit",
    "post-merge",
    "reference-transaction",
  ]) {
    writeFiles(repository, { [`../hooks/${hook}`]: readFileSync(program) });
    chmodSync(join(repository, "../hooks", hook), 0o755);
  }
  await throughout(repository);
  expect(existsSync(trap)).toBe(false);
});

test("its objects are not tidied up", async () => {
  const repository = aRepository({ a: "a\n" });
  for (const setting of [
    "gc.auto=1",
    "gc.autoDetach=false",
    "maintenance.auto=true",
    "maintenance.autoDetach=false",
  ])
    git(repository, "config", ...setting.split("="));
  // Git counts those of one directory, and takes it for a sample.
  const sampled = (text: string) => createHash("sha1").update(`blob ${text.length}\0${text}`).digest("hex");
  for (let n = 0, found = 0; found < 3; n++) {
    if (!sampled(`${n}`).startsWith("17")) continue;
    writeFiles(repository, { [`.git/sample`]: `${n}` });
    git(repository, "hash-object", "-w", ".git/sample");
    found++;
  }
  await throughout(repository);
  expect(readdirSync(join(repository, ".git/objects/pack"))).toEqual([]);
});

test("an index in two parts is read, and not written", async () => {
  const repository = aRepository({ a: "a\n", ".gitignore": "out\n" });
  git(repository, "config", "core.splitIndex", "true");
  git(repository, "update-index", "--split-index");
  writeFiles(repository, { a: "uncommitted\n", new: "new\n" });
  let clone: Awaited<ReturnType<typeof aClone>> | undefined;
  const prepare = async () => (clone = await aClone(repository, { uncommitted: true }));
  expect(await changedBy(repository, prepare)).toEqual([]);
  expect(readFileSync(join(clone?.tree ?? "", "a"), "utf8")).toBe("uncommitted\n");
  expect(existsSync(join(clone?.tree ?? "", "new"))).toBe(true);
});

test("what is missing of a partial clone is not fetched", async () => {
  const origin = aRepository({ a: "a\n" });
  git(origin, "config", "uploadpack.allowFilter", "true");
  const partial = join(origin, "../partial");
  git(join(origin, ".."), "clone", "--quiet", "--filter=blob:none", `file://${origin}`, partial);
  const { program, trap } = trapIn(origin);
  git(partial, "config", "remote.origin.uploadpack", program);
  const clone = await aClone(partial);
  writeFiles(clone.tree, { a: "mine\n" });
  const changes = (await clone.collect()) as Changes;
  // A HEAD whose file this clone has never had.
  writeFiles(origin, { a: "theirs\n" });
  commitAll(origin, "Theirs");
  git(partial, "config", "remote.origin.uploadpack", "git-upload-pack");
  git(partial, "fetch", "--quiet");
  git(partial, "update-ref", "HEAD", "origin/main");
  git(partial, "config", "remote.origin.uploadpack", program);
  await expect(mergeChanges({ changes, message: "Merge", environment })).rejects.toMatchObject({
    code: "GIT_FAILED",
  });
  await expect(aClone(partial)).rejects.toMatchObject({ code: "GIT_FAILED" });
  expect(existsSync(trap)).toBe(false);
});

test("settings that it includes from the user's home are found there, by a condition too", async () => {
  const repository = aRepository({ a: "a\n" });
  const home = temporaryDirectory();
  writeFiles(home, { included: "[user]\n\tname = Included\n\temail = included@localhost\n" });
  git(repository, "config", "includeIf.gitdir:**.path", "~/included");
  const place = temporaryDirectory();
  const directory = join(place, "changes");
  const tree = join(place, "project");
  const own = { environment: { ...environment, HOME: home } };
  const input = {
    path: repository,
    directory,
    trees: [{ path: tree, root: place }],
    staging: join(place, "staging"),
  };
  await prepareChanges({ ...input, ...own });
  writeFiles(tree, { a: "b\n" });
  const changes = (await collectChanges({ directory, subagentId: "scout", ...own })) as Changes;
  await applyChanges({ changes, commit: "Take it", ...own });
  expect(git(repository, "log", "-1", "--format=%an %s")).toBe("Included Take it");
});

test("the user's and the machine's own settings, attributes and ignored files are no part of a clone", async () => {
  const repository = aRepository({ a: "1\n2\n3\na\nb\n" });
  const [home, place] = [temporaryDirectory(), temporaryDirectory()];
  const { program, trap } = trapIn(repository);
  const filter = `[filter "own"]\n\tsmudge = ${program}\n\tclean = ${program}\n`;
  writeFiles(home, {
    ".gitconfig": `[core]\n\tautocrlf = true\n\teol = crlf\n[diff]\n\tcontext = 0\n${filter}`,
    ".config/git/attributes": "* text filter=own\n",
    system: `[diff]\n\tinterHunkContext = 9\n\tcontext = 1\n${filter}`,
    "bin/git": `#!/bin/sh\nPATH='${environment.PATH}' GIT_CONFIG_SYSTEM=${home}/system exec git "$@"\n`,
  });
  chmodSync(join(home, "bin/git"), 0o755);
  const [directory, tree] = [join(place, "changes"), join(place, "project")];
  const own = { environment: { PATH: `${home}/bin:${environment.PATH}`, HOME: home } };
  const trees = [{ path: tree, root: place }];
  await prepareChanges({ path: repository, directory, trees, staging: join(place, "staging"), ...own });
  expect(readFileSync(join(tree, "a"), "utf8")).toBe("1\n2\n3\na\nb\n");
  writeFiles(tree, { a: "1\n2\n3\na\r\nc\n", found: "found\n" });
  // What they ignore, they ignore from before the run.
  writeFiles(home, { ".config/git/ignore": "found\n" });
  const changes = await collectChanges({ directory, subagentId: "scout", ...own });
  expect(changes).toMatchObject({ files: 2 });
  expect(git(repository, "cat-file", "-s", "retinue/scout:a")).toBe("11");
  expect(readFileSync(changes?.patch ?? "", "utf8")).toContain("\n 1\n 2\n 3\n-a\n");
  expect(existsSync(trap)).toBe(false);
});

test("a repository that borrows its objects, by a way from where they lie, and of another that does", async () => {
  const origin = aRepository({ a: "a\n" });
  git(join(origin, ".."), "clone", "--quiet", "--shared", origin, "second");
  git(join(origin, ".."), "clone", "--quiet", "--shared", "second", "third");
  const third = join(origin, "../third");
  const relative = "../../../second/.git/objects\n";
  writeFiles(third, { ".git/objects/info/alternates": relative });
  const clone = await aClone(third);
  expect(git(clone.tree, "status", "--porcelain")).toBe("");
  writeFiles(clone.tree, { a: "b\n" });
  expect(await changedBy(third, clone.collect)).toEqual(branchOnly);
  git(third, "fsck", "--strict", "--no-dangling");
});

test("variables of a hook that it is called from lead to no other repository", async () => {
  const repository = aRepository({ a: "a\n" });
  const other = aRepository({ other: "other\n" });
  const { program, trap } = trapIn(repository);
  const [index, objects] = [join(other, ".git/index"), join(other, ".git/objects")];
  const hooked = {
    ...environment,
    GIT_DIR: join(other, ".git"),
    GIT_WORK_TREE: other,
    GIT_INDEX_FILE: index,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: objects,
    GIT_NAMESPACE: "other",
    GIT_CONFIG_PARAMETERS: `'filter.own.clean=${program}'`,
    GIT_EXTERNAL_DIFF: program,
    GIT_TRACE: trap,
  };
  const place = temporaryDirectory();
  const [directory, tree] = [join(place, "changes"), join(place, "project")];
  mkdirSync(join(repository, "empty"));
  const input = {
    path: repository,
    directory,
    trees: [{ path: tree, root: place }],
    staging: join(place, "staging"),
  };
  const differs = await changedBy(other, async () => {
    await prepareChanges({ ...input, uncommitted: true, environment: hooked });
    writeFiles(tree, { a: "b\n", ".gitattributes": "* filter=own\n" });
    const given = { directory, subagentId: "scout", environment: hooked };
    const changes = (await collectChanges(given)) as Changes;
    expect(changes).toMatchObject({ files: 2, branch: "retinue/scout" });
    await applyChanges({ changes, commit: "Take it", environment: hooked });
  });
  expect(differs).toEqual([]);
  expect(git(repository, "log", "-1", "--format=%s")).toBe("Take it");
  expect(existsSync(trap)).toBe(false);
});

test("names that another file system takes for .git are not written", async () => {
  const repository = aRepository({ a: "a\n" });
  for (const name of [".g\u200Cit", "git~1"]) {
    const made = git(repository, "hash-object", "-w", "a");
    const lax = ["-c", "core.protectHFS=false", "-c", "core.protectNTFS=false"];
    git(repository, ...lax, "update-index", "--add", "--cacheinfo", `100644,${made},${name}/config`);
    git(repository, ...lax, "commit", "--quiet", "--message", "Hostile");
    await expect(aClone(repository)).rejects.toMatchObject({
      code: "GIT_FAILED",
      message: expect.stringContaining("invalid path"),
    });
    git(repository, "reset", "--quiet", "--soft", "HEAD^");
    git(repository, ...lax, "rm", "--quiet", "--cached", `${name}/config`);
  }
});

test("what replaces an object in the parent's repository is not taken for it", async () => {
  const repository = aRepository({ a: "a\n" });
  const [real, head] = [git(repository, "hash-object", "a"), git(repository, "rev-parse", "HEAD")];
  writeFiles(repository, { a: "replaced\n" });
  git(repository, "replace", real, git(repository, "hash-object", "-w", "a"));
  commitAll(repository, "Second");
  git(repository, "replace", git(repository, "rev-parse", "HEAD"), head);
  const clone = await aClone(repository, { uncommitted: true });
  expect(clone.plan.base).toBe(git(repository, "rev-parse", "HEAD"));
});
