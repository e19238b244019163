import { createSubagentManager } from "@retinue/runtime";
import { temporaryDirectory } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { retinue } from "../retinue.ts";

const named = ["-c", "user.name=A", "-c", "user.email=a@localhost"];

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", [...named, ...args], { cwd, stdio: "pipe" })
    .toString()
    .trim();
}

/** A repository, and subagents that each changed one file of it. */
async function changed(files: Readonly<Record<string, string>>): Promise<string> {
  const workspace = join(temporaryDirectory(), "project");
  mkdirSync(workspace);
  git(workspace, "init", "--quiet", "--initial-branch=main");
  for (const name of ["a", "b"]) writeFileSync(join(workspace, name), "as it was\n");
  git(workspace, "add", "--all");
  git(workspace, "commit", "--quiet", "--message", "First");
  for (const [id, file] of Object.entries(files)) {
    const edit = `cd agent_1_*/project && echo ${id} > ${file}`;
    const manager = createSubagentManager({
      workspace,
      agents: [{ id: "solo", backend: { type: "command", command: ["true"] } }],
      engine: { kind: "retinue-child", command: ["/bin/sh", "-c", edit] },
      runtimeMode: "inherited",
      environment: process.env,
    });
    onTestFinished(() => manager.close());
    const run = await manager.spawn({ task: "Edit it.", subagent_id: id, changes: { path: "." } });
    expect((await run.result).changes).toMatchObject({ files: 1 });
    await manager.close();
  }
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
