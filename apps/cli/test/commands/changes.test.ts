import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aProject, changeBy, git } from "../changed-repository.ts";
import { retinue } from "../retinue.ts";

/** A repository, and subagents that each changed one file of it. */
async function changed(files: Readonly<Record<string, string>>): Promise<string> {
  const workspace = aProject();
  for (const [id, file] of Object.entries(files)) await changeBy(id, workspace, `echo ${id} > ${file}`);
  return workspace;
}

test("what a subagent changed is shown, applied once, and refused over what is not committed", async () => {
  const workspace = await changed({ one: "a" });
  const at = ["--workspace", workspace];
  const shown = retinue("diff", "one", ...at);
  expect(shown).toMatchObject({ status: 0, stderr: "" });
  expect(shown.stdout).toContain("-as it was\n+one\n");
  writeFileSync(join(workspace, "a"), "mine\n");
  expect(retinue("apply", "one", ...at)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("Commit or stash that first.") as string,
  });
  expect(readFileSync(join(workspace, "a"), "utf8")).toBe("mine\n");
  git(workspace, "checkout", "a");
  expect(retinue("apply", "one", "--commit", ...at)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^a\ncommitted as [0-9a-f]{40}\n$/) as string,
  });
  expect(git(workspace, "log", "-1", "--format=%s")).toBe("Changes of subagent one");
  expect(git(workspace, "status", "--porcelain")).toBe("");
});

test("what conflicts is marked three-way, and named", async () => {
  const workspace = await changed({ one: "a" });
  writeFileSync(join(workspace, "a"), "mine\n");
  git(workspace, "commit", "--quiet", "--all", "--message", "Mine");
  expect(retinue("apply", "one", "--3way", "--commit", "--workspace", workspace)).toMatchObject({
    status: 2,
    stdout: "a\n",
    stderr: expect.stringContaining("one was applied, and conflicts in a") as string,
  });
  expect(readFileSync(join(workspace, "a"), "utf8")).toContain("<<<<<<<");
});

test("branches are merged one after the other, up to the first that conflicts", async () => {
  const workspace = await changed({ one: "a", two: "b", three: "a" });
  const merged = retinue("merge", "one", "two", "three", "--workspace", workspace);
  expect(merged).toMatchObject({
    status: 2,
    stdout: expect.stringMatching(/^one is merged: .+\ntwo is merged: .+\n$/) as string,
    stderr: expect.stringContaining("retinue/three conflicts with HEAD in a") as string,
  });
  expect(readFileSync(join(workspace, "a"), "utf8") + readFileSync(join(workspace, "b"), "utf8")).toBe(
    "one\ntwo\n",
  );
});

test("a subagent that changed nothing, or is not known, is said to be", async () => {
  const workspace = await changed({ one: "a" });
  for (const command of ["diff", "apply", "merge"])
    expect(retinue(command, "nobody", "--workspace", workspace)).toMatchObject({ status: 2, stdout: "" });
});
