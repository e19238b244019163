import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createSubagentManager, type SubagentManager } from "@retinue/runtime";
import { installedProgram, temporaryDirectory } from "@retinue/testkit";
import { startVendorApi, type VendorApi, type VendorScript } from "@retinue/testkit/vendor-api";
import { onTestFinished } from "vitest";

const installed = [installedProgram("claude"), installedProgram("codex"), installedProgram("gemini")];

/** Why the programs cannot be run here; undefined when they can. */
export const noAgents = installed.find(({ missing }) => missing !== undefined)?.missing;
export const skipped = noAgents === undefined ? "" : ` (skipped: ${noAgents})`;

export type Agent = "claude" | "codex" | "gemini";
export const agents: readonly Agent[] = ["claude", "codex", "gemini"];

/** The backend of each, talking to a server on loopback, and giving up quickly. */
export function backendOf(agent: Agent, { url }: VendorApi) {
  if (agent === "codex") return { type: "codex", model: "gpt-5.4", base_url: `${url}/v1` };
  if (agent === "gemini") return { type: "gemini_cli", model: "gemini-2.5-pro", base_url: url };
  const env = { CLAUDE_CODE_MAX_RETRIES: "1" };
  return { type: "claude_code", model: "claude-sonnet-4-5", base_url: url, env };
}

export const keys = { ANTHROPIC_API_KEY: "test-key", CODEX_API_KEY: "test-key", GEMINI_API_KEY: "test-key" };

/** An agent that needs no model. */
export const other = {
  id: "other",
  backend: { type: "command", command: ["sh", "-c", "echo The answer of the other."] },
};

/** A server that is stopped when the test has finished. */
export async function vendorApi(script: VendorScript): Promise<VendorApi> {
  const api = await startVendorApi(script);
  onTestFinished(() => api.stop());
  return api;
}

export interface ParentOptions {
  readonly agents: readonly { readonly id: string; readonly backend: { readonly type: string } }[];
  /** Default: all keys. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: where the programs are, and everything else. */
  readonly path?: string;
  readonly coordination?: Readonly<Record<string, unknown>>;
  /** The user's. Default: a new one. */
  readonly home?: string;
  /** Default: what the manager has. */
  readonly sandbox?: "required";
  /** What is to lie in the workspace. */
  readonly prepare?: (workspace: string) => void;
}

/** A manager whose runs are by the built retinue-child, with a home directory of its own. */
export function parent({
  environment = keys,
  path,
  coordination = {},
  home: named,
  sandbox,
  prepare,
  ...options
}: ParentOptions): SubagentManager {
  const directory = temporaryDirectory("retinue-parent-");
  const home = named ?? join(directory, "home");
  mkdirSync(join(home, ".gemini"), { recursive: true });
  // Codex puts the helpers of its sandbox into its home, and nowhere beneath a directory for temporary files.
  const temporary = join(directory, "tmp");
  mkdirSync(temporary);
  // With another server it does not find out by itself that there is a key.
  const settings = { security: { auth: { selectedType: "gemini-api-key" } } };
  writeFileSync(join(home, ".gemini/settings.json"), JSON.stringify(settings));
  const manager = createSubagentManager({
    workspace: join(directory, "workspace"),
    agents: options.agents.map((agent) => ({ ...agent })),
    engine: {
      kind: "retinue-child",
      command: [process.execPath, join(import.meta.dirname, "../../dist/main.js")],
    },
    runtimeMode: "inherited",
    ...(sandbox !== undefined && { sandbox }),
    coordination,
    environment: {
      PATH: path ?? `${dirname(installed[0]?.path ?? "")}:${process.env["PATH"]}`,
      HOME: home,
      TMPDIR: temporary,
    },
    addedEnvironment: { ...environment },
    timeouts: { defaultSeconds: 480, minSeconds: 1, maxSeconds: 480, warnings: [] },
  });
  onTestFinished(() => manager.close());
  mkdirSync(join(directory, "workspace"));
  prepare?.(join(directory, "workspace"));
  return manager;
}
