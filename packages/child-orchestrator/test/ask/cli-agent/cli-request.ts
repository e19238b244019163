import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { installedProgram, temporaryDirectory } from "@retinue/testkit";
import { startVendorApi, type VendorApi, type VendorScript } from "@retinue/testkit/vendor-api";
import { onTestFinished } from "vitest";
import type { AgentReply, AgentRequest } from "../../../src/contract/agent-backend.ts";
import { builtInBackends } from "@retinue/child-orchestrator";
import { agentRequest } from "../agent-request.ts";

const installed = [installedProgram("claude"), installedProgram("codex"), installedProgram("gemini")];

/** Why the programs cannot be run here; undefined when they can. */
export const noAgents = installed.find(({ missing }) => missing !== undefined)?.missing;
export const skipped = noAgents === undefined ? "" : ` (skipped: ${noAgents})`;

/** Where the installed programs are. */
export const realPrograms = dirname(installed[0]?.path ?? "");

export type CliType = "claude_code" | "codex" | "gemini_cli";
export const cliTypes: readonly CliType[] = ["claude_code", "codex", "gemini_cli"];

/** A place with a home, a workspace and a context directory, in which agents are asked. */
export interface CliPlace {
  readonly home: string;
  readonly workspace: string;
  readonly context: string;
  /** Of the agents: the programs, and everything else. */
  readonly path: string;
  ask(
    type: CliType,
    backend?: Readonly<Record<string, unknown>>,
    request?: Partial<AgentRequest>,
  ): Promise<AgentReply>;
}

/** @param programs Directory of the programs. */
export function cliPlace(programs: string): CliPlace {
  const directory = temporaryDirectory("retinue-cli-");
  const [home, workspace, context, scratch] = ["home", "workspace", "context", "scratch"].map((name) =>
    join(directory, name),
  ) as [string, string, string, string];
  // Codex makes no helpers beneath the temporary directory, in which this home would be.
  const TMPDIR = join(directory, "tmp");
  for (const path of [join(home, ".gemini"), workspace, context, scratch, TMPDIR])
    mkdirSync(path, { recursive: true });
  // With another server Gemini CLI does not find out by itself that there is a key.
  const settings = { security: { auth: { selectedType: "gemini-api-key" } } };
  writeFileSync(join(home, ".gemini/settings.json"), JSON.stringify(settings));
  const PATH = `${programs}:${process.env["PATH"]}`;
  const keys = { ANTHROPIC_API_KEY: "test-key", OPENAI_API_KEY: "test-key", GEMINI_API_KEY: "test-key" };
  return {
    home,
    workspace,
    context,
    path: PATH,
    async ask(type, backend = {}, request = {}) {
      const factory = await builtInBackends[type]?.();
      if (factory === undefined) throw new Error(`no backend ${type}`);
      const given = agentRequest({
        workspace,
        contextPaths: [context],
        // As in a terminal of Claude Code.
        environment: { PATH, HOME: home, TMPDIR, CLAUDECODE: "1", ...keys },
        scratch: { directory: scratch, name: "alpha_0" },
        ...request,
      });
      return factory({ id: "alpha", backend: { type, ...backend } }).respond(
        given,
        new AbortController().signal,
      );
    },
  };
}

/** A server that is stopped, and its script checked, when the test has finished. */
export async function vendorApi(script: VendorScript): Promise<VendorApi> {
  const api = await startVendorApi(script);
  onTestFinished(() => api.stop());
  return api;
}

/** The settings with which an agent talks to it. */
export function settingsFor(type: CliType, { url }: VendorApi) {
  if (type === "codex") return { model: "gpt-5.4", base_url: `${url}/v1` };
  return { model: type === "gemini_cli" ? "gemini-2.5-pro" : "claude-sonnet-4-5", base_url: url };
}
