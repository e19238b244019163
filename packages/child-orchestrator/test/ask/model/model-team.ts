import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runTeam, type RunTeamOptions } from "@retinue/child-orchestrator";
import { validateChildConfig } from "@retinue/engine-contract";
import { temporaryDirectory } from "@retinue/testkit";
import {
  startVendorApi,
  type VendorApi,
  type VendorProtocol,
  type VendorScript,
} from "@retinue/testkit/vendor-api";
import { onTestFinished } from "vitest";
import { readStatus } from "../../scripted/scripted-team.ts";

/** How a backend of each type finds a server that is not its vendor's. */
export const types = {
  openai: { protocol: "responses", key: "OPENAI_API_KEY", baseUrl: (url: string) => `${url}/v1` },
  chatcompletion: { protocol: "chat", key: "OPENAI_API_KEY", baseUrl: (url: string) => `${url}/v1` },
  claude: { protocol: "anthropic", key: "ANTHROPIC_API_KEY", baseUrl: (url: string) => url },
  gemini: { protocol: "gemini", key: "GEMINI_API_KEY", baseUrl: (url: string) => url },
} as const satisfies Record<
  string,
  { protocol: VendorProtocol; key: string; baseUrl: (url: string) => string }
>;

export type ModelType = keyof typeof types;
export const modelTypes = Object.keys(types) as ModelType[];

/** A server that is stopped with the test; that its steps were used is for the test to say. */
export async function vendorApi(script: VendorScript): Promise<VendorApi> {
  const api = await startVendorApi(script);
  onTestFinished(() => api.stop().catch(() => undefined));
  return api;
}

/** An agent that is a model at this server. */
export function modelAgent(
  id: string,
  type: ModelType,
  api: { url: string },
  more: Record<string, unknown> = {},
) {
  const { system_message, ...backend } = more;
  const base_url = types[type].baseUrl(api.url);
  return {
    id,
    backend: { type, model: `model-of-${id}`, base_url, ...backend },
    ...(system_message !== undefined && { system_message }),
  };
}

export const quick = { max_new_answers_per_agent: 1, skip_voting: true, skip_final_presentation: true };

/** Runs a team in a directory of its own. Every agent has its key. */
export async function modelTeam(
  agents: readonly object[],
  orchestrator: Record<string, unknown> = {},
  options: Partial<RunTeamOptions> & { timeouts?: Record<string, number> } = {},
) {
  const directory = temporaryDirectory("retinue-models-");
  const { timeouts, ...rest } = options;
  const config = validateChildConfig({
    agents,
    orchestrator: { agent_temporary_workspace: join(directory, "temp"), ...orchestrator },
    ...(timeouts && { timeout_settings: timeouts }),
  });
  const keys = Object.fromEntries(Object.values(types).map(({ key }) => [key, "sk-secret"]));
  const outcome = await runTeam({
    config,
    prompt: "What is six times seven?",
    outputFile: "answer.txt",
    logBaseDirectory: join(directory, "logs"),
    workspace: directory,
    environment: { PATH: process.env["PATH"] ?? "", ...keys },
    signal: new AbortController().signal,
    ...rest,
  });
  const [attempt = ""] = globSync(join(directory, "logs/log_*/turn_1/attempt_1"));
  const text = readFileSync(join(attempt, "status.json"), "utf8");
  return { directory, attempt, outcome, status: readStatus(join(attempt, "status.json")), text };
}
