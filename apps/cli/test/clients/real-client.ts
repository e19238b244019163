import type { ProgramName } from "@retinue/testkit";
import type { VendorRequest, VendorToolCall } from "@retinue/testkit/vendor-api";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { person } from "../retinue-in.ts";

/** A client as a person has it: installed, logged in at the stand-in for its vendor. */
export interface RealClient {
  readonly program: Extract<ProgramName, "claude" | "codex" | "gemini">;
  /** What `retinue config` calls it. */
  readonly name: string;
  /** The `type` of the backend that it is. */
  readonly team: string;
  /** Logs in: variables of the person's shell, files of their home. */
  logIn(somebody: Person, apiUrl: string): void;
  /** One prompt, without a person to ask: the tool is allowed on the command line. */
  readonly prompt: (text: string) => { readonly args: readonly string[]; readonly input?: string };
  /** How the model calls a tool of the server. */
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => VendorToolCall;
}

export type Person = ReturnType<typeof person>;

const claude: RealClient = {
  program: "claude",
  name: "claude-code",
  team: "claude_code",
  logIn({ environment }, url) {
    Object.assign(environment, {
      ANTHROPIC_API_KEY: "sk-ant-test",
      ANTHROPIC_BASE_URL: url,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    });
  },
  prompt: (input) => ({
    args: ["-p", "--output-format", "json", "--allowedTools", "mcp__retinue"],
    input,
  }),
  call: (tool, args) => ({ name: `mcp__retinue__${tool}`, arguments: args }),
};

const codex: RealClient = {
  program: "codex",
  name: "codex",
  team: "codex",
  logIn({ home, bin, environment }, url) {
    mkdirSync(join(home, ".codex"), { recursive: true });
    writeFileSync(
      join(home, ".codex/config.toml"),
      'model = "test-model"\nmodel_provider = "local"\n\n[model_providers.local]\nname = "local"\n' +
        `base_url = "${url}/v1"\nwire_api = "responses"\nrequires_openai_auth = true\n`,
    );
    spawnSync(join(bin, "codex"), ["login", "--with-api-key"], { env: environment, input: "sk-test" });
  },
  prompt: (text) => ({
    args: [
      "exec",
      "--json",
      "--skip-git-repo-check",
      "-c",
      'mcp_servers.retinue.default_tools_approval_mode="approve"',
      text,
    ],
  }),
  call: (name, args) => ({ name, namespace: "mcp__retinue", arguments: args }),
};

const gemini: RealClient = {
  program: "gemini",
  name: "gemini",
  team: "gemini_cli",
  logIn({ home, environment }, url) {
    mkdirSync(join(home, ".gemini"), { recursive: true });
    writeFileSync(
      join(home, ".gemini/settings.json"),
      JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } }),
    );
    Object.assign(environment, {
      GEMINI_API_KEY: "test",
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      GEMINI_CLI_NO_RELAUNCH: "true",
    });
  },
  prompt: (text) => ({
    args: ["-m", "gemini-2.5-pro", "-p", text, "-o", "json", "--approval-mode", "yolo"],
  }),
  call: (tool, args) => ({ name: `mcp_retinue_${tool}`, arguments: args }),
};

export const realClients = [claude, codex, gemini] as const;

/** Runs one prompt in the person's directory to its end. */
export async function ask(client: RealClient, { work, environment }: Person, text: string) {
  const { args, input = "" } = client.prompt(text);
  const child = spawn(client.program, args, { cwd: work, env: environment, detached: true });
  onTestFinished(() => {
    try {
      process.kill(-(child.pid as number), "SIGKILL");
    } catch {
      // It has ended, as it should.
    }
  });
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (chunk: string) => (output[stream] += chunk));
  }
  child.stdin.end(input);
  const [status] = (await once(child, "close")) as [number | null];
  return { status, ...output };
}

/** Whether the model may call the tool of the server. */
export function offers({ tools }: VendorRequest, { name, namespace }: VendorToolCall): boolean {
  return tools.some((tool) => tool.name === name && tool.namespace === namespace);
}

/** What the model was given by the tool; undefined while it was given nothing. */
export function toolResult({ messages }: VendorRequest): string | undefined {
  return messages.findLast(({ role }) => role === "tool")?.text;
}

/** A subagent's result, as far as it is looked at here. */
export interface Result {
  readonly status: string;
  readonly answer: string | null;
  readonly workspace: string;
  readonly warning?: string;
}

/** The results in what the model was given. */
export function resultsIn(given: string): Result[] {
  return replyIn(given)["results"] as Result[];
}

/** The reply in what the model was given: some clients wrap the tool's text into JSON of their own. */
export function replyIn(given: string): Record<string, unknown> {
  const start = given.indexOf('{"success"');
  const text = start === -1 ? (JSON.parse(given) as { output: string }).output : given.slice(start);
  return JSON.parse(text.slice(0, text.lastIndexOf("}") + 1)) as Record<string, unknown>;
}
