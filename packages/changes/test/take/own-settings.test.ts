import type { Changes } from "@retinue/status-model";
import { existsSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { applyChanges, mergeChanges } from "../../src/index.ts";
import { aClone, aRepository, changedBy, commitAll, environment, git, writeFiles } from "../a-repository.ts";

const settings = (trap: string) =>
  `[filter "evil"]\n\tclean = touch ${trap}; cat\n\tsmudge = touch ${trap}; cat\n`;

/** A repository whose settings include a file of its own, and a subagent's changes to that file. */
async function included(name: string, value: string, file: string) {
  const repository = aRepository({ "settings/git": "[core]\n", a: "a\n" });
  symlinkSync("settings/git", join(repository, "linked"));
  commitAll(repository, "A link");
  git(repository, "config", name, value.replace("TOP", repository));
  const trap = join(repository, "..", "trapped");
  const clone = await aClone(repository);
  writeFiles(clone.tree, { [file]: settings(trap), ".gitattributes": "* filter=evil\n", a: "b\n" });
  return { repository, trap, changes: (await clone.collect()) as Changes };
}

test.each([
  ["include.path", "../settings/git", "settings/git"],
  ["include.path", "TOP/settings/git", "settings/git"],
  ["include.path", "../linked", "settings/git"],
  // Not there before the subagent wrote it; and for another branch than the one that is checked out.
  ["include.path", "../.gitconfig", ".gitconfig"],
  ["includeIf.onbranch:other/**.path", "../.gitconfig", ".gitconfig"],
])("changes to a file that git takes settings from are refused: %s is %s", async (name, value, file) => {
  const { repository, trap, changes } = await included(name, value, file);
  const differs = await changedBy(repository, async () => {
    for (const take of [
      () => applyChanges({ changes, commit: "Take it", environment }),
      () => mergeChanges({ changes, message: "Merge it", environment }),
    ])
      await expect(take()).rejects.toMatchObject({
        code: "WOULD_RUN",
        message: expect.stringContaining(`touch ${file}, which git takes settings from in ${repository}: `),
      });
  });
  expect(differs).toEqual([]);
  expect(existsSync(trap)).toBe(false);
});

test("so are those that the user includes from beneath their home; others are taken", async () => {
  const { repository, changes } = await included("x.y", "z", ".gitconfig");
  const home = dirname(repository);
  writeFiles(home, { ".gitconfig": "[include]\n\tpath = ~/project/.gitconfig\n" });
  const atHome = { ...environment, HOME: home };
  await expect(applyChanges({ changes, environment: atHome })).rejects.toMatchObject({ code: "WOULD_RUN" });
  expect(await applyChanges({ changes, environment })).toMatchObject({
    files: expect.arrayContaining(["a"]),
  });
});
