import { eventually, temporaryDirectory } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, initialize, rawServer, replyOf } from "./raw-server.ts";

const named = ["-c", "user.name=A", "-c", "user.email=a@localhost"];

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", [...named, ...args], { cwd, stdio: "pipe" })
    .toString()
    .trim();
}

/** A workspace that is a repository, whose subagents do in their clone what their task says, in sh. */
function repository(): string {
  const workspace = join(temporaryDirectory("retinue-apply-"), "project");
  mkdirSync(workspace);
  git(workspace, "init", "--quiet", "--initial-branch=main");
  const obey = 'cd project; eval "$(sed -n "s/^DO //p")"; echo done';
  writeFileSync(
    join(workspace, "retinue.yaml"),
    JSON.stringify({
      agents: [{ id: "solo", backend: { type: "command", command: ["sh", "-c", obey] } }],
      orchestrator: { coordination: { subagent_runtime_fallback_mode: "inherited" } },
    }),
  );
  for (const name of ["a", "b", "gone"]) writeFileSync(join(workspace, name), `${name}\n`);
  git(workspace, "add", "--all");
  git(workspace, "commit", "--quiet", "--message", "First");
  return workspace;
}

/** A server there, and a function that calls one of its tools. */
function served(workspace: string) {
  const server = rawServer({ cwd: workspace });
  server.send(initialize);
  let last = 1;
  return async (name: string, args: object): Promise<Record<string, unknown>> => {
    const id = ++last;
    server.send(call(id, name, args));
    const reply = await eventually(`the reply of ${name}`, () => replyOf(server, id));
    return { isError: reply["isError"], ...(reply["structuredContent"] as Record<string, unknown>) };
  };
}

const scout = (shell: string, id = "scout") => ({
  task: `DO ${shell}`,
  subagent_id: id,
  changes: { path: "." },
});

test("what a subagent changed is refused over uncommitted work, and taken over when that is out of the way", async () => {
  const workspace = repository();
  const tool = served(workspace);
  const trap = join(workspace, "..", "trapped");
  const hook = join(workspace, ".git/hooks/pre-commit");
  writeFileSync(hook, `#!/bin/sh\ntouch ${trap}\nexit 1\n`);
  chmodSync(hook, 0o755);
  const shell = `echo more >> a; rm gone; echo '* filter=evil' > .gitattributes; git config filter.evil.clean 'touch ${trap}'`;
  expect(await tool("spawn_subagents", { tasks: [scout(shell)] })).toMatchObject({
    results: [{ changes: { files: 3, branch: "retinue/scout", merges: [{ branch: "HEAD", clean: true }] } }],
  });
  writeFileSync(join(workspace, "a"), "mine\n");
  expect(await tool("apply_subagent_changes", { subagent_id: "scout", three_way: true })).toEqual({
    isError: true,
    success: false,
    operation: "apply_subagent_changes",
    error: {
      code: "WOULD_OVERWRITE",
      message: `the changes touch what is not committed in ${workspace}: a`,
      remedy: "Commit or stash that first.",
      retryable: false,
    },
  });
  expect(readFileSync(join(workspace, "a"), "utf8")).toBe("mine\n");
  git(workspace, "checkout", "a");
  writeFileSync(join(workspace, "b"), "mine\n");
  const applied = await tool("apply_subagent_changes", { subagent_id: "scout", commit: true });
  expect(applied).toEqual({
    isError: false,
    success: true,
    operation: "apply_subagent_changes",
    subagent_id: "scout",
    repository: workspace,
    applied: 3,
    files: [".gitattributes", "a", "gone"],
    commit: git(workspace, "rev-parse", "HEAD"),
  });
  expect(git(workspace, "diff", "HEAD", "retinue/scout")).toBe("");
  expect(readFileSync(join(workspace, "b"), "utf8")).toBe("mine\n");
  expect(existsSync(trap)).toBe(false);
});

test("what does not fit is refused whole, and with three_way merged: conflicts are marked and named", async () => {
  const workspace = repository();
  const tool = served(workspace);
  await tool("spawn_subagents", { tasks: [scout("echo theirs > a; echo theirs > b")] });
  writeFileSync(join(workspace, "a"), "mine\n");
  git(workspace, "commit", "--quiet", "--all", "--message", "Mine");
  expect(await tool("apply_subagent_changes", { subagent_id: "scout" })).toMatchObject({
    isError: true,
    error: { code: "CONFLICT", remedy: expect.stringContaining("three-way") as string },
  });
  expect(git(workspace, "status", "--porcelain")).toBe("");
  const merged = await tool("apply_subagent_changes", {
    subagent_id: "scout",
    three_way: true,
    commit: true,
  });
  expect(merged).toMatchObject({ isError: false, success: false, applied: 2, conflicts: ["a"] });
  expect(merged).not.toHaveProperty("commit");
  expect(readFileSync(join(workspace, "a"), "utf8")).toContain("<<<<<<<");
  expect(readFileSync(join(workspace, "b"), "utf8")).toBe("theirs\n");
});

test("nothing to take over is said to be, each in its way", async () => {
  const workspace = repository();
  const tool = served(workspace);
  const { changes: _, ...given } = scout("true", "none");
  await tool("spawn_subagents", { tasks: [scout("true", "idle"), given] });
  await tool("spawn_subagents", { tasks: [scout("sleep 600", "runs")], background: true });
  const problemOf = async (subagent_id: string) => {
    const { error } = await tool("apply_subagent_changes", { subagent_id });
    const { code, message, retryable } = error as { code: string; message: string; retryable: boolean };
    return `${code} ${retryable}: ${message}`;
  };
  expect(await problemOf("idle")).toBe("NO_CHANGES false: idle changed nothing");
  expect(await problemOf("none")).toBe("NO_CHANGES false: none was given nothing to change");
  expect(await problemOf("runs")).toBe("NO_CHANGES true: runs still runs");
  expect(await problemOf("nobody")).toMatch(/^UNKNOWN_SUBAGENT /);
  await tool("cancel_subagent", { subagent_id: "runs", wrap_up: false });
});
