import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { eventually } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { serverParameters } from "../programs/server-program.ts";
import { call, initialize, rawServer, replyOf } from "./raw-server.ts";

const tasks = [{ task: "one", subagent_id: "one", context_files: ["notes.md"] }, { task: "two" }];

async function spawnAndContinue(workspace: string): Promise<void> {
  const client = new Client({ name: "git-test", version: "1.0.0" });
  await client.connect(new StdioClientTransport(serverParameters(workspace)));
  onTestFinished(() => client.close());
  const spawned = await client.callTool({ name: "spawn_subagents", arguments: { tasks } });
  expect(spawned.structuredContent).toMatchObject({ success: true });
  const again = { subagent_id: "one", message: "go on" };
  const continued = await client.callTool({ name: "continue_subagent", arguments: again });
  expect(continued.structuredContent).toMatchObject({ success: true });
}

/** A repository with everything in it committed; and `git status`, one file a line, no directory folded. */
function repository(workspace: string): () => string {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
      cwd: workspace,
      encoding: "utf8",
    });
  git("init", "--quiet");
  git("add", "--all", "--force");
  git("commit", "--quiet", "--message", "all");
  return () => git("status", "--porcelain", "--untracked-files=all");
}

test("nothing that is made in a workspace shows up in git status", async () => {
  const workspace = parentWorkspace();
  writeFileSync(join(workspace, "notes.md"), "to be read");
  const status = repository(workspace);
  expect(status()).toBe("");
  await spawnAndContinue(workspace);
  expect(existsSync(join(workspace, "subagents/one"))).toBe(true);
  expect(existsSync(join(workspace, ".massgen"))).toBe(true);
  expect(status()).toBe("");
});

test("a .gitignore of the user's own is left as it is, and what to add is said", async () => {
  const workspace = parentWorkspace();
  mkdirSync(join(workspace, "subagents"));
  const own = join(workspace, "subagents/.gitignore");
  writeFileSync(own, "*.log\n");
  const server = rawServer({ cwd: workspace });
  server.send(initialize);
  server.send(call(2, "list_subagents"));
  await eventually("the list", () => replyOf(server, 2));
  expect(server.stderr()).toContain(`${own} does not hide what is made beside it from git: add a line "*"`);
  expect(readFileSync(own, "utf8")).toBe("*.log\n");
});
