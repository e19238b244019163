import { homedir } from "node:os";
import { join } from "node:path";
import type { Client, Connection } from "./connection.ts";
import { fileClient } from "./file-client.ts";

const inProject = (path: string) => () => join(process.cwd(), path);
const inHome = (path: string) => () => join(homedir(), path);

/** Where applications keep what is theirs, by platform. */
function applicationData(name: string): string {
  if (process.platform === "darwin") return join(homedir(), "Library/Application Support", name);
  return join(configurationHome(), name);
}

function configurationHome(): string {
  return process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config");
}

function stdio({ command, args, env }: Connection["entry"]) {
  return { command, args, ...(env !== undefined && { env }) };
}

const whenAsked = "Allow the tool when it asks.";

/** Starts a server in a directory of its own choice, and fills `${workspaceFolder}` in. */
export const cursor: Client = fileClient({
  title: "Cursor",
  entryClient: "other",
  isApplication: true,
  flags: () => ({ "workspace-path": "${workspaceFolder}" }),
  files: { user: inHome(".cursor/mcp.json"), project: inProject(".cursor/mcp.json") },
  traces: () => [join(homedir(), ".cursor")],
  program: "cursor",
  servers: ["mcpServers"],
  definition: stdio,
  allowing: whenAsked,
});

export const vscode: Client = fileClient({
  title: "VS Code",
  entryClient: "other",
  isApplication: true,
  files: {
    user: () => join(applicationData("Code"), "User/mcp.json"),
    project: inProject(".vscode/mcp.json"),
  },
  traces: () => [applicationData("Code")],
  program: "code",
  servers: ["servers"],
  definition: (entry) => ({ type: "stdio", ...stdio(entry), cwd: "${workspaceFolder}" }),
  allowing: whenAsked,
});

/** Its settings lie beneath ~/.config on a Mac as well. */
export const zed: Client = fileClient({
  title: "Zed",
  entryClient: "other",
  isApplication: true,
  files: {
    user: () => join(configurationHome(), "zed/settings.json"),
    project: inProject(".zed/settings.json"),
  },
  traces: () => [join(configurationHome(), "zed")],
  program: "zed",
  servers: ["context_servers"],
  definition: (entry) => ({ source: "custom", enabled: true, ...stdio(entry) }),
  allowing: whenAsked,
});

/** It knows no projects: the server works in the directory that the entry was added from. */
export const claudeDesktop: Client = fileClient({
  title: "Claude Desktop",
  entryClient: "other",
  isApplication: true,
  flags: () => ({ "workspace-path": process.cwd() }),
  files: { user: () => join(applicationData("Claude"), "claude_desktop_config.json") },
  traces: () => [applicationData("Claude")],
  program: "claude-desktop",
  servers: ["mcpServers"],
  definition: stdio,
  allowing: `Restart it, and allow the tool when it asks. Its subagents work in the directory in which this was run.`,
});

/** Hands its whole environment on; its limit is in milliseconds, and holds for the start as well. */
export const opencode: Client = fileClient({
  title: "opencode",
  entryClient: "other",
  files: {
    user: () => join(configurationHome(), "opencode/opencode.json"),
    project: inProject("opencode.json"),
  },
  traces: () => [join(configurationHome(), "opencode")],
  program: "opencode",
  servers: ["mcp"],
  definition: ({ command, args, timeout }) => ({
    type: "local",
    command: [command, ...args],
    enabled: true,
    timeout,
  }),
  allowing: whenAsked,
});

/** A fork of Gemini CLI, with its own directory; its limit is in milliseconds. */
export const qwen: Client = fileClient({
  title: "Qwen Code",
  entryClient: "other",
  files: { user: inHome(".qwen/settings.json"), project: inProject(".qwen/settings.json") },
  traces: () => [join(homedir(), ".qwen")],
  program: "qwen",
  servers: ["mcpServers"],
  definition: ({ command, args, env, timeout }) => ({
    command,
    args,
    timeout,
    ...(env !== undefined && { env }),
  }),
  allowing: whenAsked,
});

/** Hands its whole environment on; its limit is in milliseconds. */
export const copilot: Client = fileClient({
  title: "GitHub Copilot CLI",
  entryClient: "other",
  files: { user: inHome(".copilot/mcp-config.json") },
  traces: () => [join(homedir(), ".copilot")],
  program: "copilot",
  servers: ["mcpServers"],
  definition: ({ timeout, ...entry }) => ({ type: "local", ...stdio(entry), timeout, tools: ["*"] }),
  allowing: whenAsked,
});
