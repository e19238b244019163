import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { installedProgram, temporaryDirectory } from "@retinue/testkit";
import type { VendorApi, VendorProtocol, VendorToolCall } from "@retinue/testkit/vendor-api";
import { onTestFinished } from "vitest";

/** An agent that is run for real, against a server on loopback that speaks for its vendor. */
export interface RealAgent {
  readonly name: "claude-agent-acp" | "codex-acp" | "gemini" | "opencode" | "qwen" | "copilot" | "vibe-acp";
  readonly protocol: VendorProtocol;
  readonly model: string;
  /** What is added to the server's address. */
  readonly base: "" | "/v1";
  /** How its model writes a file where it is allowed to. */
  writes(path: string): VendorToolCall;
  /** How its model reads a file. */
  reads(path: string): VendorToolCall;
  /** What its model does that it has to ask for, and is refused: something would be at `path`. */
  oversteps(path: string): VendorToolCall;
}

const shell = (path: string) => ({ command: `touch ${path}`, description: "Makes a file" });

export const realAgents: readonly RealAgent[] = [
  {
    name: "claude-agent-acp",
    protocol: "anthropic",
    model: "claude-sonnet-4-5",
    base: "",
    reads: (path) => ({ name: "Read", arguments: { file_path: path } }),
    writes: (path) => ({ name: "Write", arguments: { file_path: path, content: "written" } }),
    oversteps: (path) => ({ name: "Write", arguments: { file_path: path, content: "written" } }),
  },
  {
    name: "codex-acp",
    protocol: "responses",
    model: "gpt-5.4",
    base: "/v1",
    reads: (path) => ({ name: "exec_command", arguments: { cmd: `cat ${path}` } }),
    writes: (path) => ({ name: "exec_command", arguments: { cmd: `printf written > ${path}` } }),
    oversteps: (path) => ({
      name: "exec_command",
      arguments: { cmd: `touch ${path}`, sandbox_permissions: "require_escalated", justification: "Needed" },
    }),
  },
  {
    name: "gemini",
    protocol: "gemini",
    model: "gemini-2.5-pro",
    base: "",
    reads: (path) => ({ name: "read_file", arguments: { file_path: path } }),
    writes: (path) => ({ name: "write_file", arguments: { file_path: path, content: "written" } }),
    oversteps: (path) => ({ name: "run_shell_command", arguments: shell(path) }),
  },
  {
    name: "opencode",
    protocol: "anthropic",
    model: "anthropic/claude-sonnet-4-5",
    base: "/v1",
    reads: (path) => ({ name: "read", arguments: { filePath: path } }),
    writes: (path) => ({ name: "write", arguments: { filePath: path, content: "written" } }),
    oversteps: (path) => ({ name: "write", arguments: { filePath: path, content: "written" } }),
  },
  {
    name: "qwen",
    protocol: "chat",
    model: "qwen3-coder",
    base: "/v1",
    reads: (path) => ({ name: "read_file", arguments: { file_path: path } }),
    writes: (path) => ({ name: "write_file", arguments: { file_path: path, content: "written" } }),
    oversteps: (path) => ({ name: "run_shell_command", arguments: { ...shell(path), is_background: false } }),
  },
  {
    name: "copilot",
    protocol: "chat",
    model: "claude-sonnet-4-5",
    base: "/v1",
    reads: (path) => ({ name: "view", arguments: { path } }),
    writes: (path) => ({ name: "create", arguments: { path, file_text: "written" } }),
    oversteps: (path) => ({ name: "bash", arguments: shell(path) }),
  },
  {
    name: "vibe-acp",
    protocol: "chat",
    model: "devstral",
    base: "/v1",
    reads: (path) => ({ name: "read_file", arguments: { path } }),
    writes: (path) => ({ name: "write_file", arguments: { path, content: "written" } }),
    oversteps: (path) => ({ name: "bash", arguments: { command: `touch ${path}` } }),
  },
];

/** Why an agent cannot be run here; undefined when it can. */
export const missing = ({ name }: RealAgent) => installedProgram(name).missing;

/** A PATH on which all of them are. */
export const agentsPath = [
  ...new Set(realAgents.map(({ name }) => dirname(installedProgram(name).path))),
  process.env["PATH"] ?? "",
].join(delimiter);

export const acpKeys = {
  ANTHROPIC_API_KEY: "test-key",
  CODEX_API_KEY: "test-key",
  GEMINI_API_KEY: "test-key",
  OPENAI_API_KEY: "test-key",
  COPILOT_PROVIDER_API_KEY: "test-key",
  MISTRAL_API_KEY: "test-key",
};

export function acpBackend({ name, model, base }: RealAgent, { url }: VendorApi) {
  const env = { CLAUDE_CODE_MAX_RETRIES: "1" };
  // Its server stands in its own configuration.
  const server = name === "vibe-acp" ? {} : { base_url: `${url}${base}` };
  return { type: "acp", agent: name, model, ...server, ...(name === "claude-agent-acp" && { env }) };
}

/** A home in which Mistral Vibe finds its server. */
export function acpHome({ url }: VendorApi): string {
  const home = temporaryDirectory("retinue-acp-home-");
  mkdirSync(join(home, ".vibe"));
  const config = [
    'active_model = "devstral"',
    "[[providers]]",
    'name = "local"',
    `api_base = "${url}/v1"`,
    'api_key_env_var = "MISTRAL_API_KEY"',
    'backend = "generic"',
    "[[models]]",
    'name = "devstral"',
    'alias = "devstral"',
    'provider = "local"',
  ];
  writeFileSync(join(home, ".vibe/config.toml"), config.join("\n"));
  return home;
}

/** Gemini CLI empties a session that it loads in the minute in which it began: both write the file of that minute's name. */
export const theNextMinute = () =>
  new Promise((wake) => setTimeout(wake, 60_000 - (Date.now() % 60_000) + 1000));

/** Codex makes its helpers in no home that lies beneath its temporary directory, which is /tmp in the sandbox. */
export function sandboxHome(api: VendorApi): string {
  const home = mkdtempSync("/var/tmp/retinue-home-");
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  cpSync(acpHome(api), home, { recursive: true });
  return home;
}

/** Mistral Vibe's server stands in its own configuration: here it is named for the sandbox as well. */
export function confinedBackend(agent: RealAgent, api: VendorApi) {
  return { ...acpBackend(agent, api), ...(agent.name === "vibe-acp" && { base_url: `${api.url}/v1` }) };
}
