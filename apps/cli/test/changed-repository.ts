import { createSubagentManager } from "@retinue/runtime";
import { temporaryDirectory } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";

const named = ["-c", "user.name=A", "-c", "user.email=a@localhost"];

export function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", [...named, ...args], { cwd, stdio: "pipe" })
    .toString()
    .trim();
}

/** A directory with the files a and b, a repository with one commit of them unless it is to be a plain one. */
export function aProject({ plain = false } = {}): string {
  const workspace = join(temporaryDirectory(), "project");
  mkdirSync(workspace);
  for (const name of ["a", "b"]) writeFileSync(join(workspace, name), "as it was\n");
  if (plain) return workspace;
  git(workspace, "init", "--quiet", "--initial-branch=main");
  git(workspace, "add", "--all");
  git(workspace, "commit", "--quiet", "--message", "First");
  return workspace;
}

/** A subagent of that name there, which does this in its tree, in sh. */
export async function changeBy(subagentId: string, workspace: string, shell: string): Promise<void> {
  const manager = createSubagentManager({
    workspace,
    agents: [{ id: "solo", backend: { type: "command", command: ["true"] } }],
    engine: { kind: "retinue-child", command: ["/bin/sh", "-c", `cd agent_1_*/project && ${shell}`] },
    runtimeMode: "inherited",
    environment: process.env,
  });
  onTestFinished(() => manager.close());
  const run = await manager.spawn({ task: "Edit it.", subagent_id: subagentId, changes: { path: "." } });
  expect(await run.result).toMatchObject({ changes: { files: 1 } });
  await manager.close();
}
