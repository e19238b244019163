import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { temporaryDirectory } from "@retinue/testkit";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serverProgram } from "./programs/server-program.ts";

test("the example of the README", async () => {
  const workspace = temporaryDirectory();
  copyFileSync(join(import.meta.dirname, "../examples/retinue.yaml"), join(workspace, "retinue.yaml"));
  // #region example
  const client = new Client({ name: "my-client", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [serverProgram], cwd: workspace }),
  );
  const reply = await client.callTool({
    name: "spawn_subagents",
    arguments: { tasks: [{ task: "Count the files" }, { task: "Note what is odd" }], refine: false },
  });
  const { results } = reply.structuredContent as { results: { status: string; answer: string }[] };
  await client.close();
  // #endregion
  expect(results.map(({ status }) => status)).toEqual(["completed", "completed"]);
  expect(results.map(({ answer }) => answer).join("\n")).toMatch(/\d+|nothing to note/);
});
