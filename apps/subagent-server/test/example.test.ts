import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { temporaryDirectory } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { serverProgram } from "./programs/server-program.ts";

test("the example of the README", async () => {
  const workspace = temporaryDirectory();
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: workspace });
  git("init", "--quiet");
  for (const change of ["one", "two", "three"]) {
    writeFileSync(join(workspace, "often.txt"), `${change}\n// TODO: ${change}\n`);
    if (change === "one") writeFileSync(join(workspace, "once.txt"), "TODO\nFIXME\n");
    git("add", "--all");
    git("commit", "--quiet", "--message", change);
  }
  // The SDK hands on HOME: in it the server notes the workspace.
  vi.stubEnv("HOME", workspace);
  onTestFinished(() => void vi.unstubAllEnvs());
  copyFileSync(join(import.meta.dirname, "../examples/retinue.yaml"), join(workspace, "retinue.yaml"));
  // #region example
  const client = new Client({ name: "my-client", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [serverProgram], cwd: workspace }),
  );
  const reply = await client.callTool({
    name: "spawn_subagents",
    arguments: { tasks: [{ task: "Which files change most often?" }, { task: "Where are the to-dos?" }] },
  });
  const { results } = reply.structuredContent as { results: { status: string; answer: string }[] };
  await client.close();
  // #endregion
  expect(results.map(({ status }) => status)).toEqual(["completed", "completed"]);
  const answers = results.map(({ answer }) => answer.replaceAll(/^ +/gm, ""));
  expect(answers).toEqual([
    "Of 2 files these changed most often in the last 500 commits:\n3 often.txt\n1 once.txt",
    "To-dos: 3. Most of them are in:\nonce.txt:2\noften.txt:1",
  ]);
});
