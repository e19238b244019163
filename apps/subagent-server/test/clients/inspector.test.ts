import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { serverProgram } from "../programs/server-program.ts";

// 110 MB: too heavy for a dev dependency, so it is installed once into a cache of its own.
const version = "2.12.0";
const cache = join(import.meta.dirname, "../../../../.cache", `inspector-${version}`);
const run = promisify(execFile);
const program = join(cache, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
let missing: string | undefined;

beforeAll(async () => {
  if (existsSync(program)) return;
  try {
    const args = ["install", "--prefix", cache, "--no-audit", "--no-fund", "--ignore-scripts"];
    await run("npm", [...args, `@modelcontextprotocol/inspector@${version}`], { timeout: 240_000 });
  } catch (error) {
    missing = `the MCP Inspector could not be installed: ${String(error).split("\n")[0]}`;
  }
}, 300_000);

async function inspect(workspace: string, ...args: string[]): Promise<Record<string, unknown>> {
  const command = [program, "--cli", process.execPath, serverProgram, "--cwd", workspace, ...args];
  // It hands on HOME, but not where a user's state is.
  const env = { ...process.env, HOME: workspace };
  const { stdout } = await run(process.execPath, command, { timeout: 180_000, env });
  return JSON.parse(stdout) as Record<string, unknown>;
}

test(
  "the MCP Inspector finds no fault in the tools and runs a blocking spawn",
  { timeout: 400_000 },
  async ({ skip }) => {
    skip(missing !== undefined, missing);
    const workspace = parentWorkspace();
    // --strict fails on a schema that some client could not take.
    const { tools } = await inspect(workspace, "--method", "tools/list", "--strict");
    expect(tools).toMatchObject([
      { name: "spawn_subagents" },
      { name: "list_subagents" },
      { name: "continue_subagent" },
      { name: "cancel_subagent" },
      { name: "send_message_to_subagent" },
      { name: "apply_subagent_changes" },
      { name: "list_background_tools" },
      { name: "get_background_tool_status" },
      { name: "get_background_tool_result" },
      { name: "wait_for_background_tool" },
      { name: "cancel_background_tool" },
    ]);
    const tasks = JSON.stringify([{ task: "work", subagent_id: "one" }]);
    const reply = await inspect(
      workspace,
      "--method",
      "tools/call",
      "--tool-name",
      "spawn_subagents",
      "--tool-arg",
      `tasks=${tasks}`,
    );
    expect(reply).toMatchObject({
      structuredContent: { success: true, results: [{ subagent_id: "one", status: "completed" }] },
    });
  },
);
